"""A scripted server, and judges that ask it through litellm."""

import importlib.util

import pytest

from pytest_knows.judge.model import ModelJudge
from pytest_knows.judge.provider import Provider

from .server import JudgeServer

KEY = "sk-test-0123456789abcdef"


@pytest.fixture
def serve(monkeypatch):
    """`serve(act, ...)` or `serve(function)`: a running server that every judge of the test asks."""
    if importlib.util.find_spec("litellm") is None:
        pytest.skip("the extra 'judge' is not installed")
    servers = []

    def serve(*script):
        server = JudgeServer(script[0] if callable(script[0]) else list(script))
        servers.append(server.__enter__())
        monkeypatch.setenv("KNOWS_JUDGE_API_BASE", server.base)
        return server

    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    yield serve
    for server in servers:
        server.__exit__()


@pytest.fixture
def pauses():
    """The seconds that the judge would have waited between attempts."""
    return []


@pytest.fixture
def judge(tmp_path, pauses):
    """`judge(**options)`: a `ModelJudge` of openai/test in a run folder; waits are only noted."""

    def judge(models=("openai/test",), out=tmp_path / "run", **options):
        return ModelJudge(models, out, provider=Provider(out / "answers/.slots", pause=pauses.append), **options)

    return judge
