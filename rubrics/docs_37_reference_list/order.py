"""In which order the references of a list have to stand."""

import unicodedata

from pytest_knows.checks.text import fold


def gold_lists(entries):
    """(lecture, type) of the lists that have at least two of the entries."""
    keys = [(entry.lecture, entry.kind) for entry in entries]
    return [key for key in dict.fromkeys(keys) if keys.count(key) > 1]


def standing_in(key, entries, records, kinds):
    """(entry, reference) of a lecture's entries that stand in a list of that type, wherever the gold puts them."""
    lecture, kind = key
    own = [(entry, records[entry].get()) for entry in entries if entry.lecture == lecture]
    held = [(entry, found) for entry, found in own if found and found.list]
    return sorted(
        ((entry, found) for entry, found in held if kinds[found.list].get().name == kind),
        key=lambda pair: pair[1].place,
    )


def by_name(pair):
    """As an alphabet sorts: without accents, case and quotes in front."""
    plain = "".join(
        char for char in unicodedata.normalize("NFKD", fold(pair[1].text)) if not unicodedata.combining(char)
    )
    return plain.lstrip("'\" ")


def by_year_then_name(pairs):
    return sorted(pairs, key=lambda pair: (-(pair[0].year or 0), by_name(pair)))


def by_name_reversed_then_author(pairs):
    by_author = sorted(pairs, key=lambda pair: fold(pair[0].last_name))
    return sorted(by_author, key=by_name, reverse=True)


def by_slides_then_name(pairs):
    return sorted(pairs, key=lambda pair: (-len(pair[0].slides), by_name(pair)))


ORDERS = {
    "year": by_year_then_name,
    "name reversed": by_name_reversed_then_author,
    "slides": by_slides_then_name,
}


def is_sorted(pairs, by):
    """Of equals any order is right: sorting is stable."""
    return ORDERS[by](pairs) == pairs
