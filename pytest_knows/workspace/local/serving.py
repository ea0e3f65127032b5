"""A server in the foreground of a terminal: what it prints, and how Ctrl-C ends it."""

from __future__ import annotations

import ipaddress
import signal
import sys

from pytest_knows.workspace.local.server import Server

_TEXT = """\
Workspace at {address} ({what}); Ctrl-C ends it.
token:   {token}
browser: {address}{page}?token={token}
Python (google-api-python-client):
  from google.oauth2.credentials import Credentials; from googleapiclient.discovery import build
  docs = build("docs", "v1", credentials=Credentials("{token}"), static_discovery=False, \
discoveryServiceUrl="{address}/discovery/v1/apis/{{api}}/{{apiVersion}}/rest")
Node (googleapis):
  const {{google}} = require("googleapis"), auth = new google.auth.OAuth2(); \
auth.setCredentials({{access_token: "{token}"}});
  const docs = google.docs({{version: "v1", auth, rootUrl: "{address}/"}});
  // Uploads need it in the call as well: drive.files.create({{requestBody, media}}, {{rootUrl: "{address}/"}})
"""


def serve(server: Server, token: str, what: str, file_id: str = "") -> int:
    """Print how to reach the server and serve until Ctrl-C or SIGTERM; exit status 0.

    `what` is served; `file_id` is the file whose page a person may want to open (none: My Drive).
    """
    host = server.socket.getsockname()[0]
    if not ipaddress.ip_address(host).is_loopback:
        print(f"warning: {host} can be reached from outside, and nothing is encrypted.", file=sys.stderr)
    page = f"/file/d/{file_id}/view" if file_id else "/drive/folders/root"
    print(_TEXT.format(address=server.service.address, what=what, token=token, page=page), end="", flush=True)
    # uvicorn passes the signal on after an orderly end: SIGTERM shall then end us as Ctrl-C does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        server.run()
    except KeyboardInterrupt:
        print("Workspace ended.", file=sys.stderr)
    return 0
