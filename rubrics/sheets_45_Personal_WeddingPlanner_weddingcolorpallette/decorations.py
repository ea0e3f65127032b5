"""What stands at the head of the matrix's rows and columns: wedding objects and the colours of the list."""

from pytest_knows.checks.matching import ask_which

from .words import plain, says

_COMMON = ("wedding", "floral")
"""Words that may stand with the name of an object."""


def check_objects(labels, facts, judge):
    """Enough labels are wedding objects; the judge is asked for those that are not well known, as far as needed."""
    assert len(labels) >= facts.objects, f"{len(labels)} objects, wanted {facts.objects}"
    known = [label for label in labels if well_known(label, facts)]
    waiting = [label for label in labels if label not in known]
    question = f"Is this {facts.wedding_object}?"
    while len(known) < facts.objects <= len(known) + len(waiting):
        label = waiting.pop(0)
        if judge.yes_no("wedding_object", question, evidence={"object": label}):
            known.append(label)
    assert len(known) >= facts.objects, f"{len(known)} of {facts.objects} wedding objects: {known}"


def well_known(label, facts):
    words = " ".join(word for word in plain(label).split() if word not in _COMMON)
    named = any(words in (name, f"{name}s", f"{name}es") for name in facts.object_names)
    return named or says(words, facts.object_words)


def check_headers(headers, shades, judge):
    """The headers name the same colours as the list; the judge is asked for other names of one colour."""
    given = {plain(header): header for header in headers}
    listed = {plain(shade.name): shade.name for shade in shades}
    surplus = [header for key, header in given.items() if key not in listed]
    missing = [name for key, name in listed.items() if key not in given]
    question = "Which of the numbered colours goes by the other name, too? Answer its number, or no."
    while surplus and len(surplus) == len(missing):
        same = ask_which(judge, "header_name", question, missing, str, other=surplus[0])
        if same is None:
            break
        missing.remove(same)
        del surplus[0]
    assert not surplus + missing, f"headers that are no colours of the list: {surplus}; without one: {missing}"


def places_in_list(headers, shades):
    """Of each header that is a colour of the list, the first place of that name that is free."""
    free: list[str | None] = [plain(shade.name) for shade in shades]
    places = []
    for header in map(plain, headers):
        if header in free:
            places.append(free.index(header))
            free[places[-1]] = None
    return places
