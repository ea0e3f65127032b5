"""What is said of colours and palettes, as the judge reads it."""

_MOODS = {
    "sentence": "Is the text one brief statement? A phrase without a verb is one; several sentences, lists and single "
    "words are not.",
    "content": "The text is about a colour. Does it say which emotion or atmosphere the colour gives? Words such as "
    "warm, soft or lively are enough.",
}
_GENERIC = ("palette", "combo", "combination", "set", "option", "row", "scheme", "no", "number")


def check_mood(mood, asked, judge):
    assert mood, "blank"
    return judge.yes_no(f"mood_{asked}", _MOODS[asked], evidence={"text": mood})


def check_creative(labels, judge):
    """No label is a mere tag or number."""
    generic = [label for label in labels if is_generic(label)]
    assert not generic, f"no creative names: {generic}"
    question = "Each line names a colour palette. Is every one a name with imagination, none a mere tag or number?"
    assert judge.yes_no("palette_names", question, evidence={"names": "\n".join(labels)}), f"not creative: {labels}"


def is_generic(label):
    """A number, a letter or a word for palettes, or several of them: "P1", "Palette 2"."""
    words = "".join(" " if char.isdigit() or char in "#-.:" else char for char in label.casefold()).split()
    return all(word in _GENERIC or len(word) == 1 for word in words)
