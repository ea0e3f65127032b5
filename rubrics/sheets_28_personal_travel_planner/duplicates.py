"""Which names denote one place."""

from .places import words


def equal_groups(names):
    """Places in the list of names that are written alike."""
    return [group for group in _by_words(names).values() if len(group) > 1]


def asked_groups(names, asking):
    """Places of differently written names that the judge says to be one; only names from the list count."""
    found = _by_words(names)
    distinct = {alike: names[places[0]] for alike, places in found.items()}
    if len(distinct) < 2:
        return []
    answered = [
        {alike for name in group if (alike := words(name)) in found} for group in asking.same_places(distinct.values())
    ]
    return [[place for alike in group for place in found[alike]] for group in answered if len(group) > 1]


def _by_words(names):
    """What names are compared by -> their places in the list."""
    found = {}
    for place, name in enumerate(names):
        found.setdefault(words(name), []).append(place)
    return found


def surplus(groups, count):
    """Later member -> the first one of its group, groups that overlap taken as one."""
    first = list(range(count))

    def root(place):
        while first[place] != place:
            first[place] = first[first[place]]
            place = first[place]
        return place

    for group in groups:
        for other in group[1:]:
            a, b = sorted((root(group[0]), root(other)))
            first[b] = a
    return {place: root(place) for place in range(count) if root(place) != place}
