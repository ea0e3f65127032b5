"""What the holdings are worth, against what the chart shows."""

from pytest_knows.checks.quantifiers import every

TOLERANCE = 0.02
"""Of a chart value, relative to the one expected."""


def check_shown(shown, values, rate_of, charted, facts):
    """Fails the step unless one currency and one scale fit all holdings.

    `shown` are the chart's numbers, `values` the holdings in the sheet's currencies, `rate_of(place)` gives dollars per
    unit of one, `charted` are all numbers in the chart.
    """
    assert None not in shown, "a stock has no number in the chart"
    if agree(shown, values, charted, facts):
        return
    if facts.chart_shows == "value":  # holding by holding: a wrong one in dollars is wrong at any rate of the others
        every(range(len(values)), lambda place: in_dollars(shown[place], values[place], rate_of(place)), name=str)
        return
    known = [rate_of(place) for place in range(len(values))]
    in_usd = None not in known and agree(shown, [v * r for v, r in zip(values, known, strict=True)], charted, facts)
    assert in_usd, f"the chart shows {shown}, the holdings are worth {values}"


def in_dollars(number, value, rate):
    assert rate is not None, f"{number}, the holding is worth {value:g}"
    assert number.within(value * rate, relative=TOLERANCE), f"{number}, the holding is worth {value:g}"


def agree(shown, values, charted, facts):
    """Whether the chart shows these values, or as the task wants it their shares of the sum."""
    scales = [1.0]
    if facts.chart_shows == "percent":
        values, scales = in_percent(values), scales_of_shares(sum(charted), facts.raw_values_count)
    return any(
        all(number.scaled(scale).within(value, relative=TOLERANCE) for number, value in zip(shown, values, strict=True))
        for scale in scales
    )


def in_percent(values):
    total = sum(values)
    return [100 * value / total for value in values] if total else values


def scales_of_shares(charted, raw_values_count):
    """By what the chart's numbers become percentages: they are some, or fractions, or (a pie) shares of their sum."""
    scales = [1.0]
    if abs(charted - 1) <= 0.02:
        scales.append(100.0)
    if raw_values_count and charted:
        scales.append(100 / charted)
    return scales
