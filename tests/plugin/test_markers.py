"""Markers of the shipped rubrics."""


def ids(result):
    return [line for line in result.outlines if "::" in line]


def collect(pytester, expression):
    return ids(pytester.runpytest_subprocess("--knows-agent=example", "--co", "-q", "-m", expression))


def test_smoke_is_one_task_per_app_without_judge_and_gold(pytester):
    found = collect(pytester, "knows_smoke")
    assert len({entry.rsplit("[", 1)[1] for entry in found}) == 3
    assert not set(found) & set(collect(pytester, "knows_needs_judge or knows_needs_gold"))


def test_domain_and_app(pytester):
    domain = collect(pytester, "knows_task(domain='Investment Tracker')")
    assert {entry.split("/")[1] for entry in domain} == {"sheets_6_investmenttracker"}
    assert set(domain) < set(collect(pytester, "knows_sheets"))
    both = collect(pytester, "knows_task(domain='Investment Tracker') and knows_docs")
    assert both == []
