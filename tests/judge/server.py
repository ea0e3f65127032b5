"""An OpenAI-compatible chat server on loopback that is driven by a script, for real litellm calls.

A script is a list of acts, one per request, the last of which repeats; or a callable from the request's body to an act.
"""

import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(kw_only=True)
class Act:
    """What one request gets: text as the model's reply, or an HTTP status; raw bytes replace the body."""

    text: str | None = None
    status: int = 200
    delay: float = 0
    finish: str = "stop"
    headers: dict = field(default_factory=dict)
    raw: bytes | None = None
    message: str = "the script says so"
    tokens: tuple = (1000, 50)


def reply(answer, reason="seen"):
    return Act(text=json.dumps({"reason": reason, "answer": answer}))


class JudgeServer:
    """`with JudgeServer(script) as server`: `server.base` is the API base, `server.bodies` what was asked."""

    def __init__(self, script=()):
        self.script = script
        self.bodies, self.headers = [], []
        self.running = self.most_at_once = 0
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.base = f"http://127.0.0.1:{self._http.server_port}/v1"

    def __enter__(self):
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._http.shutdown()
        self._http.server_close()

    @property
    def prompts(self):
        """The text of every request: system message and user message."""
        return [(_text(body["messages"][0]), _text(body["messages"][1])) for body in self.bodies]

    def act(self, body):
        with self._lock:
            number = len(self.bodies)
            self.bodies.append(body)
        return self.script(body) if callable(self.script) else self.script[min(number, len(self.script) - 1)]

    def _handler(server):  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                server.headers.append(dict(self.headers))
                with server._lock:
                    server.running += 1
                    server.most_at_once = max(server.most_at_once, server.running)
                act = server.act(body)
                time.sleep(act.delay)
                with server._lock:
                    server.running -= 1
                data = act.raw if act.raw is not None else json.dumps(_body(act, body)).encode()
                try:
                    self.send_response(act.status)
                    for name, value in {"content-type": "application/json", **act.headers}.items():
                        self.send_header(name, value)
                    self.send_header("content-length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:
                    return  # the client gave up waiting

            def log_message(self, *_):
                return

        return Handler


def _body(act, body):
    if act.status != 200:
        return {"error": {"message": act.message, "type": "scripted", "code": act.status}}
    message = {"role": "assistant", "content": act.text}
    usage = {"prompt_tokens": act.tokens[0], "completion_tokens": act.tokens[1], "total_tokens": sum(act.tokens)}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "finish_reason": act.finish, "message": message}],
        "usage": usage,
    }


def _text(message):
    content = message["content"]
    return content if isinstance(content, str) else "\n\n".join(p["text"] for p in content if p["type"] == "text")
