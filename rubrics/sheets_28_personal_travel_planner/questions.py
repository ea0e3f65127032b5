"""What the judge is asked about stops: typed questions, with what is known of the place."""

from pytest_knows.judge.schema import TEXT, fields, list_of

from .readings import DAY

_PEOPLE = "A family travels through a city by a plan in a spreadsheet."


class Asking:
    """The questions of one trip."""

    def __init__(self, judge, facts):
        self._judge = judge
        self._facts = facts

    def __repr__(self):
        return f"questions about {self._facts.city}"

    def _yes(self, key, question, **evidence):
        shown = {label.replace("_", " "): text for label, text in evidence.items() if text}
        return self._judge.yes_no(key, f"{_PEOPLE} {question}", evidence={"city": self._facts.city, **shown})

    def exists(self, column, name):
        question = "Does this place exist, as something that one can visit in or around the city?"
        return self._yes(f"{column}_exists", question, place=name)

    def in_metropolis(self, place):
        question = "Does this address belong to the city's metropolis?"
        return self._yes("in_metropolis", question, place=place.name, address=place.address)

    def same_places(self, names):
        """Groups of names."""
        question = (
            "Which of these names of sights and restaurants denote the same place? List every group of two or more "
            "such names as they are written here; no group if all are different places."
        )
        schema = fields(groups=list_of(list_of(TEXT)))
        evidence = {"city": self._facts.city, "names": "\n".join(names)}
        return self._judge.extract("same_places", question, schema, evidence=evidence)["groups"]

    def open_at_visit(self, record, start, end):
        question = "Is the place open during this visit, from its start to its departure?"
        stated, visit = record.text("opening"), _visit(record, start, end, self._facts)
        return self._yes("open_at_visit", question, place=record.name, opening_hours_as_stated=stated, **visit)

    def hours_accurate(self, record, periods):
        question = "Are the stated opening hours right for the day of the visit, within a quarter of an hour?"
        known = "\n".join(map(repr, periods or ()))
        day = _visit(record, None, None, self._facts)
        stated = record.text("opening")
        return self._yes("hours_accurate", question, place=record.name, stated=stated, actual_hours=known, **day)

    def cost_accurate(self, record, total, described):
        question = (
            "Is this total credible for everybody together: a meal with tax and tip, or all admissions? It may lie "
            "about 10 % outside the usual range."
        )
        evidence = {"place": record.name, "kind": record.kind, "people": str(self._facts.people), **described}
        total = repr(total) if total is not None else "not readable"
        return self._yes("cost_accurate", question, cost_as_stated=record.text("cost"), total=total, **evidence)

    def mode_available(self, record, origin):
        question = "Can one really travel this route by exactly this means of transport?"
        return self._yes("mode_available", question, **_route(record, origin), mode=record.text("mode"))

    def travel_realistic(self, record, origin):
        question = "Is the stated travel time within half to one and a half of the true time of this way?"
        way = {**_route(record, origin), "mode": record.text("mode"), "travel_time": record.text("travel")}
        return self._yes("travel_time", question, **way, date=_date(record))

    def cuisine_accurate(self, record, described):
        question = "Does the restaurant serve the stated cuisine?"
        cuisine = record.text("cuisine")
        return self._yes("cuisine_accurate", question, place=record.name, stated_cuisine=cuisine, **described)

    def leads_to(self, record, target, link):
        question = "Does the link to Google Maps lead to this place, by the name that it states?"
        return self._yes("review_place", question, place=record.name, name_in_link=target.name, link=link)

    def alternative_viable(self, record, start, end):
        question = (
            "Could the family go to the alternative instead of the destination: is it of the same kind (a meal, or a "
            "sight or activity), open at that time, and at most half an hour away by public transport?"
        )
        visit = _visit(record, start, end, self._facts)
        stop = {"destination": record.name, "kind": record.kind, "alternative": record.alternative}
        return self._yes("alternative_viable", question, **stop, **visit)

    def sensible_order(self, day, hotel, stops):
        question = "Is this order of the day's stops sensible, from the hotel and back, without wasted travel?"
        listed = "\n".join(f"{number}. {record.name}" for number, record in enumerate(stops, 1))
        return self._yes("route_order", question, hotel=hotel, stops=listed)


def _route(record, origin):
    return {"from": origin, "to": record.name}


def _visit(record, start, end, facts):
    month = f"month {facts.month}"
    return {"date": _date(record) or month, "start": _clock(start), "departure": _clock(end)}


def _date(record):
    return "" if record.day is None else f"{record.day:%A, %Y-%m-%d}"


def _clock(minutes):
    return "" if minutes is None else f"{int(minutes) % DAY // 60:02d}:{int(minutes) % 60:02d}"
