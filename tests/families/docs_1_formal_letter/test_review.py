"""Letters that a second reading of the specification brought up."""

from __future__ import annotations


def test_a_missing_gold_signature_does_not_keep_a_logo_from_being_judged(letters, kit, rubric):
    """The logo's step needs the accepted logos; the signature only tells which picture need not be asked about."""
    gold = kit.gold_members(rubric, 1)
    del gold[rubric.facts(1).gold_signature]
    other = kit.letter(kit.SENDERS[1], logo=[kit.Inline(kit.OTHER, 90, 90)])
    assert letters.lost(other, gold=gold, judge=[{"key": "logo_identity", "answer": True}]) == {
        "signature_match": kit.ERROR,
        "signature_location": kit.ERROR,
    }
