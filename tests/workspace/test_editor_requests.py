"""Every request type of the spreadsheets and presentations engines, as it should be and as it should not."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_knows.workspace.local import presentations, spreadsheets
from pytest_knows.workspace.local.engine import Engine, Environment, RequestError, StoredPicture
from pytest_knows.workspace.local.schema import schema_of

Json = dict[str, Any]
ENGINES: dict[str, Engine] = {"sheets": spreadsheets.ENGINE, "slides": presentations.ENGINE}
HERE = Path(__file__).parent
HOSTILE = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, 1, -1, 2, 5, 1000, 2**31 - 1, 2**31, 0.5, 1e300, "", "*", "x", "=A1", "=((", "\ud800", "🌵"]),
    st.sampled_from([[], {}, [{}], [[]], {"x": 1}, ["p"], "shape_1", "p", "77", "userEnteredValue", "A:A"]),
    st.text(max_size=8),
)


def environment() -> Environment:
    count = itertools.count()
    return Environment(
        file_id="file",
        title="A file",
        new_id=lambda: f"fresh_{next(count)}",
        fetch_picture=lambda url: StoredPicture(
            url="http://localhost/_media/1", source_url=url, mime="image/png", width=120, height=60
        ),
        today="2026-03-14",
        chart_picture=lambda _book, _chart: StoredPicture(
            url="http://localhost/_media/2", source_url="", mime="image/png", width=600, height=371
        ),
    )


def examples(api: str) -> list[Json]:
    found: list[Json] = json.loads((HERE / api / "requests.json").read_text("utf-8"))
    return found


@cache
def steps(api: str) -> list[tuple[Json, Json]]:
    """Each example with the state that it applies to: that after all earlier ones."""
    engine, env = ENGINES[api], environment()
    state, found = engine.blank({}, env), []
    for request in examples(api):
        found.append((copy.deepcopy(state), request))
        engine.apply(state, [request], env)
    return found


def read_everything(engine: Engine, state: Json) -> str:
    """What `get` answers, as strict JSON (so no NaN and nothing that JSON lacks)."""
    return json.dumps(engine.read(state, {"includeGridData": ["true"]}, environment()), allow_nan=False)


@pytest.mark.parametrize("api", ENGINES)
def test_each_implemented_request_type_has_an_example_that_applies(api: str) -> None:
    shown = {name for _, request in steps(api) for name in request}
    assert shown == ENGINES[api].request_types


@pytest.mark.parametrize("api", ENGINES)
def test_a_batch_of_all_examples_applies_in_one_go_and_reads_back(api: str) -> None:
    engine, env = ENGINES[api], environment()
    state = engine.blank({}, env)
    replies = engine.apply(state, examples(api), env)
    assert len(replies) == len(examples(api))
    assert read_everything(engine, state) == read_everything(engine, json.loads(json.dumps(state)))


@pytest.mark.parametrize("api", ENGINES)
def test_request_types_that_are_not_there_yet_are_named(api: str) -> None:
    engine, env = ENGINES[api], environment()
    missing = sorted(schema_of(api).fields("Request").keys() - engine.request_types)
    for name in missing:
        with pytest.raises(RequestError, match=rf"requests\[0\]\.{name}.*does not implement {name}"):
            engine.apply(engine.blank({}, env), [{name: {}}], env)


@pytest.mark.parametrize("api", ENGINES)
def test_unknown_names_and_wrong_types_are_refused_as_google_does(api: str) -> None:
    engine, env = ENGINES[api], environment()
    known = {"sheets": "deleteSheet", "slides": "deleteObject"}[api]
    for request, words in [
        ({"doMagic": {}}, "Unknown name \"doMagic\" at 'requests[0]': Cannot find field."),
        ({known: {"nonsense": 1}}, f"Unknown name \"nonsense\" at 'requests[0].{known}': Cannot find field."),
        ({known: 5}, f"Invalid value at 'requests[0].{known}'"),
        ({}, "exactly one request type"),
    ]:
        with pytest.raises(RequestError) as caught:
            engine.apply(engine.blank({}, env), [request], env)
        assert words in str(caught.value)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value inside a JSON value, itself included."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*path, key))


def spoil(request: Json, path: tuple[Any, ...], value: Any, *, drop: bool) -> Json:
    """A copy of a request with the value at a path replaced or dropped."""
    spoilt = copy.deepcopy(request)
    *parents, last = path
    target: Any = spoilt
    for key in parents:
        target = target[key]
    if drop:
        del target[last]
    else:
        target[last] = value
    return spoilt


@pytest.mark.parametrize("api", ENGINES)
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_spoilt_request_is_refused_or_applied_and_never_crashes(api: str, data: st.DataObject) -> None:
    engine = ENGINES[api]
    state, request = data.draw(st.sampled_from(steps(api)))
    for _ in range(data.draw(st.integers(1, 3))):
        inside = [path for path in places(request) if len(path) > 1]
        if not inside:
            break
        path = data.draw(st.sampled_from(inside))
        request = spoil(request, path, data.draw(HOSTILE), drop=data.draw(st.booleans()))
    state = copy.deepcopy(state)
    try:
        engine.apply(state, [request], environment())
    except RequestError:
        return
    read_everything(engine, state)


@pytest.mark.parametrize("api", ENGINES)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(order=st.data())
def test_valid_requests_in_any_order_never_crash(api: str, order: st.DataObject) -> None:
    engine, env = ENGINES[api], environment()
    state, known = engine.blank({}, env), examples(api)
    for request in order.draw(st.lists(st.sampled_from(known), min_size=3, max_size=12)):
        kept = copy.deepcopy(state)
        try:
            engine.apply(state, [request], env)
        except RequestError:
            state = kept
    read_everything(engine, state)


@cache
def described(api: str) -> Json:
    """The body of a `create` that describes a file with a bit of everything."""
    if api == "slides":
        side = {"magnitude": 100, "unit": "PT"}
        return {"title": "A deck", "pageSize": {"width": side, "height": side}}
    engine, env = ENGINES[api], environment()
    state, _ = steps(api)[26]
    answer = engine.read(copy.deepcopy(state), {"ranges": ["A1:E8"], "includeGridData": ["true"]}, env)
    return {key: answer[key] for key in ("properties", "sheets", "namedRanges")}


@pytest.mark.parametrize("api", ENGINES)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_spoilt_description_is_refused_or_created_and_never_crashes(api: str, data: st.DataObject) -> None:
    body = described(api)
    path = data.draw(st.sampled_from([path for path in places(body) if path]))
    body = spoil(body, path, data.draw(HOSTILE), drop=data.draw(st.booleans()))
    try:
        state = ENGINES[api].blank(body, environment())
    except RequestError:
        return
    read_everything(ENGINES[api], state)


METHODS = ["get", "batchGet", "update", "append", "clear", "batchClear", "batchUpdate"]
RANGES = st.sampled_from(["A1", "A:B", "Main!A1:B2", "'Second tab'!A1", "x", "", "A1:ZZZ99999999", "prices"])


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    method=st.sampled_from(METHODS),
    range_=st.one_of(RANGES, HOSTILE),
    option=st.one_of(st.sampled_from(["RAW", "USER_ENTERED", "FORMULA", "COLUMNS", "true"]), HOSTILE),
    values=st.one_of(HOSTILE, st.lists(st.one_of(HOSTILE, st.lists(HOSTILE, max_size=3)), max_size=3)),
)
def test_spoilt_calls_for_values_never_crash(method: str, range_: Any, option: Any, values: Any) -> None:
    engine, env = ENGINES["sheets"], environment()
    state = copy.deepcopy(steps("sheets")[20][0])
    names = ("valueInputOption", "majorDimension", "valueRenderOption", "includeValuesInResponse", "insertDataOption")
    for chosen in names:
        params = {"valueInputOption": "USER_ENTERED", "range": range_, "ranges": [range_], chosen: option}
        data = [{"range": range_, "values": values}]
        for body in ({"values": values}, {"ranges": [range_], "valueInputOption": "RAW", "data": data}, {}):
            kept = copy.deepcopy(state)
            try:
                engine.call(f"spreadsheets.values.{method}", kept, params, body, env)
            except RequestError:
                continue
            read_everything(engine, kept)
