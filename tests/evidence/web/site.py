"""A web site on loopback with the real web's habits, 65 pages; it counts what it is asked for."""

from __future__ import annotations

import contextlib
import gzip
import io
import threading
import zlib
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

import brotli
from PIL import Image

Reply = tuple[int, dict[str, str], bytes]
HTML = "text/html; charset=utf-8"
LONG = " ".join(f"word{number}" for number in range(400))
SCRIPT = "<html><head><title>App</title></head><body><div id=app></div><script>{}</script></body></html>"
CLOUDFLARE = (
    "<html><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript and cookies to continue"
    "</noscript><script>window._cf_chl_opt={}</script></body></html>"
)


def page(text: str, title: str = "") -> Reply:
    return 200, {"Content-Type": HTML}, f"<html><head><title>{title}</title></head><body><p>{text}</p>".encode()


def typed(body: bytes, kind: str, **headers: str) -> Reply:
    return 200, {"Content-Type": kind, **{name.replace("_", "-"): value for name, value in headers.items()}}, body


def to(target: str, status: int = 302) -> Reply:
    return status, {"Location": target}, b""


def failing(status: int, text: str = "no", **headers: str) -> Reply:
    return (
        status,
        {"Content-Type": HTML, **{name.replace("_", "-"): value for name, value in headers.items()}},
        text.encode(),
    )


def app(script: str) -> Reply:
    return typed(SCRIPT.format(script).encode(), HTML)


def pdf(text: str) -> bytes:
    """A PDF of one page with one line."""
    stream = f"BT /F1 24 Tf 72 700 Td ({text}) Tj ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj%s endobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return body + b"xref\n0 6\n0000000000 65535 f \n%strailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        table,
        len(body),
    )


def png() -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (3, 2), "red").save(stream, "PNG")
    return stream.getvalue()


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


SHELL = "<html><head>{}</head><body><p>{}</p>"
PAGES: dict[str, Reply] = {
    "/": page("The front page", "Home"),
    "/plain": typed(b"just text", "text/plain"),
    "/article": page(LONG, "Article"),
    "/to-plain": to("/plain"),
    "/to-301": to("/plain", 301),
    "/to-307": to("/plain", 307),
    "/to-308": to("/plain", 308),
    "/chain": to("/chain-2"),
    "/chain-2": to("/chain-3"),
    "/chain-3": to("/"),
    "/loop": to("/loop"),
    "/ping": to("/pong"),
    "/pong": to("/ping"),
    "/to-file": to("file:///etc/passwd"),
    "/to-private": to("http://10.0.0.1/"),
    "/to-name": to("http://localhost:1/"),
    "/to-nowhere": to("http://["),
    "/cookies": (302, {"Location": "/cookies-set", "Set-Cookie": "seen=yes"}, b""),
    "/latin1": typed("<p>caf\xe9".encode("latin-1"), "text/html; charset=iso-8859-1"),
    "/meta-charset": typed("<meta charset=windows-1251><p>Привет".encode("cp1251"), "text/html"),
    "/utf16": typed("<p>caf\xe9".encode("utf-16"), "text/html"),
    "/bom": typed("\ufeff<p>caf\xe9".encode(), "text/html"),
    "/wrong-charset": typed("<p>caf\xe9 \u2013".encode(), "text/html; charset=nonsense-8"),
    "/shift-jis": typed("<p>日本".encode("shift_jis"), "text/html; charset=Shift_JIS"),
    "/unlabelled": typed("<p>caf\xe9".encode("latin-1"), "text/html"),
    "/gzip": typed(gzip.compress(b"<p>packed"), HTML, Content_Encoding="gzip"),
    "/gzip-twice": typed(gzip.compress(gzip.compress(b"<p>packed")), HTML, Content_Encoding="gzip, gzip"),
    "/gzip-members": typed(gzip.compress(b"<p>one ") + gzip.compress(b"two"), HTML, Content_Encoding="gzip"),
    "/deflate": typed(zlib.compress(b"<p>packed"), HTML, Content_Encoding="deflate"),
    "/raw-deflate": typed(raw_deflate(b"<p>packed"), HTML, Content_Encoding="deflate"),
    "/br": typed(brotli.compress(b"<p>packed"), HTML, Content_Encoding="br"),
    "/br-broken": typed(b"no brotli at all", HTML, Content_Encoding="br"),
    "/gzip-broken": typed(b"no gzip at all", HTML, Content_Encoding="gzip"),
    "/bomb": typed(gzip.compress(bytes(64 << 20)), HTML, Content_Encoding="gzip"),
    "/pdf": typed(pdf("Hello from a PDF"), "application/pdf"),
    "/pdf-unlabelled": typed(pdf("Hello again"), "application/octet-stream"),
    "/pdf-broken": typed(b"%PDF-1.7 and no more", "application/pdf"),
    "/png": typed(png(), "image/png"),
    "/json": typed(b'{"answer": 42}', "application/json"),
    "/huge": typed(b"<p>" + b"x" * (3 << 20), HTML),
    "/empty": typed(b"", HTML),
    "/no-content": (204, {}, b""),
    "/403": failing(403),
    "/404": failing(404),
    "/410": failing(410),
    "/500": failing(500),
    "/429": failing(429, Retry_After="3600"),
    "/js": app("document.getElementById('app').textContent = 'Written by a script'"),
    "/js-fetch": app("fetch('/json').then(a => a.json()).then(a => app.textContent = 'The answer is ' + a.answer)"),
    "/js-title": app("document.title = 'Late'; app.innerHTML = '<p>Late text'; history.pushState({}, '', '/js-moved')"),
    "/js-broken": app("throw new Error('no')"),
    "/js-refused": app("fetch('http://10.0.0.1/').catch(() => app.textContent = 'refused')"),
    "/js-to-file": app("location.href = 'file:///etc/passwd'"),
    "/js-to-private": app("location.href = 'http://169.254.169.254/latest/'"),
    "/meta-refresh": typed(b"<meta http-equiv=refresh content='0;url=/plain-html'>", HTML),
    "/plain-html": page("After the refresh"),
    "/cloudflare": failing(403, CLOUDFLARE),
    "/cloudflare-200": typed(CLOUDFLARE.encode(), HTML),
    "/captcha": page("Please verify you are a human <script src='https://www.google.com/recaptcha/api.js'></script>"),
    "/needs-js": page("Please enable JavaScript to view this site."),
    "/about-captchas": page("Are you a robot? So ask many sites. " + LONG),
    "/ld": typed(
        SHELL.format(
            "<meta property='og:title' content='A &amp; B'><meta name=author content=Ada>"
            '<script type=\'application/ld+json\'>{"@graph": [{"@type": "Recipe", "name": "Soup"}]}</script>',
            "Soup",
        ).encode(),
        HTML,
    ),
}


class Site:
    """The pages, and those that behave: `/slow`, `/trickle`, `/busy` (503 twice), `/cookies-set`, `/cut`, `/go?URL`,
    `/for-visitors` and `/for-browsers` only."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.pages = dict(PAGES)
        self._closing = threading.Event()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked[self.path] += 1
                with contextlib.suppress(OSError):
                    site._answer(self)

            def log_message(self, *_: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.root = f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path.partition("?")[0]
        if path in ("/trickle", "/cut"):
            return self._trickle(request) if path == "/trickle" else self._cut(request)
        behaviours: dict[str, Callable[[BaseHTTPRequestHandler], Reply]] = {
            "/slow": self._slow,
            "/busy": self._busy,
            "/cookies-set": self._cookies_set,
            "/for-visitors": self._for_visitors,
            "/for-browsers": self._for_browsers,
            "/go": lambda request: to(unquote(request.path.partition("?")[2]).encode().decode("latin-1")),
        }
        behaviour = behaviours.get(path)
        status, headers, body = behaviour(request) if behaviour else self.pages.get(path) or failing(404)
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)
        return None

    def _slow(self, request: BaseHTTPRequestHandler) -> Reply:
        self._closing.wait(20)
        return page("at last")

    def _trickle(self, request: BaseHTTPRequestHandler) -> None:
        """A header that never ends: each byte comes well within any time-out of a single read."""
        request.wfile.write(b"HTTP/1.0 200 OK\r\nX-Long: ")
        while not self._closing.wait(0.1):
            request.wfile.write(b"x")

    def _busy(self, request: BaseHTTPRequestHandler) -> Reply:
        return page("patience") if self.asked[request.path] > 2 else failing(503, Retry_After="0")

    def _for_visitors(self, request: BaseHTTPRequestHandler) -> Reply:
        """A picture that is shown on the site's own pages only, and to browsers."""
        expected = request.headers.get("Referer") == self.root + "/" and "Chrome/" in request.headers["User-Agent"]
        return self.pages["/png"] if expected else failing(403)

    def _for_browsers(self, request: BaseHTTPRequestHandler) -> Reply:
        return self.pages["/png"] if "Upgrade-Insecure-Requests" in request.headers else failing(403)

    def _cookies_set(self, request: BaseHTTPRequestHandler) -> Reply:
        return page("with a cookie") if "seen=yes" in request.headers.get("Cookie", "") else to("/cookies")

    def _cut(self, request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Length: 1000\r\n\r\n<p>half")
