"""A pytest plugin (`-p offline`): a socket that would leave this machine is noted in $OFFLINE_LOG and refused."""

import os
import sys


def is_local(address):
    return not isinstance(address, tuple) or address[0] in ("127.0.0.1", "::1", "localhost")


def watch(event, arguments):
    host = {"socket.connect": 1, "socket.sendto": 1, "socket.getaddrinfo": 0, "socket.gethostbyname": 0}.get(event)
    if host is None:
        return
    address = arguments[host]
    if not is_local(address if isinstance(address, tuple) else (address,) if host == 0 else address):
        with open(os.environ["OFFLINE_LOG"], "a", encoding="utf-8") as log:
            log.write(f"{event} {address}\n")
        raise OSError("no network in this test")


sys.addaudithook(watch)
