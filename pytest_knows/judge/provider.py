"""One call to a model through litellm: bounded retries, a limit over all processes, no key in any message.

`KNOWS_JUDGE_API_BASE` sends every model's calls to another address (an OpenAI-compatible server of one's own);
`KNOWS_JUDGE_CONCURRENCY` is how many calls a run has under way at once, over all its workers (default 8).
"""

from __future__ import annotations

import difflib
import importlib.util
import logging
import os
import random
import re
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pytest_knows.errors import ConfigurationError, JudgeError, KnowsError, Ungraded

ATTEMPTS = 5
"""With waits of about 1, 2, 4 and 8 seconds between them, or what the provider asks for up to `LONGEST_WAIT`."""
LONGEST_WAIT = 60.0
TIMEOUT = 120.0
"""Seconds of one call."""
MOST_TOKENS = 4096
"""Of a reply, a reasoning model's thoughts included."""
TIRED = 3
"""Questions in a row that a model failed to answer after all attempts; from then on each gets one attempt."""
API_BASE = "KNOWS_JUDGE_API_BASE"
INSTALL = "pip install 'pytest-knows[judge]'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model said; `complete` is False if it was cut off. `cost_usd` None: the price is not known."""

    text: str
    complete: bool
    tokens: tuple[int, int]
    cost_usd: float | None


def check_installed() -> None:
    """Raises `ConfigurationError` if litellm is missing; imports nothing."""
    if importlib.util.find_spec("litellm") is None:
        raise ConfigurationError(f"--knows-judge MODEL needs litellm: {INSTALL}")


@cache
def _litellm() -> Any:
    if importlib.util.find_spec("litellm") is None:
        raise Ungraded("asking a model needs litellm", need="judge", mend=INSTALL)
    # Without these the import fetches a price list and reads a .env file of the current folder.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    import litellm

    litellm.telemetry = False
    litellm.suppress_debug_info = True
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return litellm


def misspelt(model: str) -> str:
    """A note on a model that the provider is not known to have, if it has one of a similar name; "" for any other.

    Raises `ConfigurationError` if litellm cannot tell whose model it is. Asks nobody.
    """
    with _quiet():
        try:
            name, provider, *_ = _litellm().get_llm_provider(model)
        except KnowsError:
            raise
        except Exception as error:  # litellm's class of it differs between versions
            raise ConfigurationError(
                f"--knows-judge {model}: litellm knows no such model and no such provider; "
                "models are named PROVIDER/MODEL, such as openai/gpt-4o-mini"
            ) from error
        listed = _litellm().models_by_provider.get(provider, ())
    if os.environ.get(API_BASE) or {name, model, f"{provider}/{name}"} & set(listed):
        return ""
    similar = difflib.get_close_matches(name, [one.removeprefix(f"{provider}/") for one in listed], n=1, cutoff=0.85)
    return f"litellm does not list the model {provider}/{name}; {similar[0]} is one" if similar else ""


class Provider:
    """Calls models; `slots` is a folder for the locks that limit how many calls run at once."""

    def __init__(self, slots: Path, *, pause: Callable[[float], None] = time.sleep) -> None:
        self.slots = slots
        self.pause = pause
        self._failed_in_a_row = 0

    def require_price(self, model: str) -> None:
        """Raises `Ungraded` if litellm does not know the price: a budget could not be kept."""
        with _quiet():
            try:
                _litellm().get_model_info(model)
            except KnowsError:
                raise
            except Exception as error:
                raise Ungraded(
                    f"the price of {model} is not known, so that --knows-judge-budget cannot be kept",
                    need="judge",
                    mend="leave --knows-judge-budget away",
                ) from error

    def ask(self, model: str, messages: Sequence[Mapping[str, Any]], schema: Mapping[str, Any], heat: float) -> Reply:
        """Its reply; free text if the schema is empty. Raises `JudgeError` when there is none after all attempts."""
        attempts = 1 if self._failed_in_a_row >= TIRED else ATTEMPTS
        for attempt in range(1, attempts + 1):
            try:
                with self._slot(), _quiet():
                    reply = _call(model, messages, schema, heat)
            except KnowsError:
                raise
            except Exception as error:  # litellm raises its own, openai's, httpx's and its providers' errors
                if not _may_pass(error) or attempt == attempts:
                    self._failed_in_a_row += 1
                    raise JudgeError(f"{model} did not answer: {scrubbed(error)}") from None
                self.pause(_wait(error, attempt))
            else:
                self._failed_in_a_row = 0
                return reply
        raise AssertionError("the last attempt returns or raises")

    @contextmanager
    def _slot(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        self.slots.mkdir(parents=True, exist_ok=True)
        locks = [FileLock(self.slots / f"{n}.lock") for n in range(_concurrency())]
        while True:
            for lock in random.sample(locks, len(locks)):
                try:
                    lock.acquire(timeout=0)
                except Timeout:
                    continue
                try:
                    yield
                finally:
                    lock.release()
                return
            time.sleep(0.05)


def _concurrency() -> int:
    told = os.environ.get("KNOWS_JUDGE_CONCURRENCY", "8")
    if not told.isdecimal() or int(told) == 0:
        raise ConfigurationError(f"KNOWS_JUDGE_CONCURRENCY={told}: expected a whole number of at least 1")
    return int(told)


def _call(model: str, messages: Sequence[Mapping[str, Any]], schema: Mapping[str, Any], heat: float) -> Reply:
    litellm = _litellm()
    form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": dict(schema), "strict": False}}
    structured = {"response_format": form} if schema and litellm.supports_response_schema(model=model) else {}
    response = litellm.completion(
        model=model,
        messages=[dict(message) for message in messages],
        temperature=heat,
        max_tokens=MOST_TOKENS,
        timeout=TIMEOUT,
        num_retries=0,
        max_retries=0,
        drop_params=True,  # some models take no temperature
        api_base=os.environ.get(API_BASE),
        **structured,
    )
    return _reply(litellm, model, response)


def _reply(litellm: Any, model: str, response: Any) -> Reply:
    first = response.choices[0] if response.choices else None
    usage = getattr(response, "usage", None)
    try:
        cost = float(litellm.completion_cost(completion_response=response, model=model))
    except Exception:  # an unknown model's error has no class of its own in older versions
        cost = None
    return Reply(
        text=(first.message.content or "") if first else "",
        complete=first is not None and first.finish_reason != "length",
        tokens=(getattr(usage, "prompt_tokens", 0) or 0, getattr(usage, "completion_tokens", 0) or 0),
        cost_usd=cost,
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Whatever a provider's library warns of is not the user's business; with -W error it would be an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _may_pass(error: Exception) -> bool:
    """Rate limits, time-outs, the provider's own faults and lost connections; a wrong key or request stays wrong."""
    status = getattr(error, "status_code", None)
    return isinstance(status, int) and (status in (408, 409, 429) or status >= 500)


def _wait(error: Exception, attempt: int) -> float:
    """Seconds: what the provider asks for, else twice as long each time; jittered, so that workers do not march."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    asked = str(headers.get("retry-after", ""))
    base = float(asked) if re.fullmatch(r"\d{1,4}(\.\d+)?", asked) else 2.0 ** (attempt - 1)
    return min(base * random.uniform(1.0, 1.5), LONGEST_WAIT)


_KEY = re.compile(
    r"(?i)\b(sk|pk|rk|xai|gsk|hf|ghp)[-_][\w*-]{6,}|AIza[\w-]{20,}|\bbearer\s+\S+"
    r"|(?<=//)[^/\s:@]*:[^/\s@]+(?=@)|(?<=key=)[^\s&\"']+"
)


def scrubbed(error: object) -> str:
    """The message without anything that is, or looks like, a key."""
    text = str(error)
    for name, value in os.environ.items():
        if re.search(r"(?i)key|token|secret|password|credential", name) and len(value) >= 6:
            text = text.replace(value, "***")
    return _KEY.sub("***", text)
