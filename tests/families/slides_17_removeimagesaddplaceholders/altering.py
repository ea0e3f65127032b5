"""Changes of a deck's JSON, in place, and of pictures."""

import io

from PIL import Image as Pillow

from pytest_knows.evidence.pictures import decode


def element(raw, name):
    """The page element whose object id ends with the name (`slide_3_new_image2`)."""
    return next(
        one for slide in raw["slides"] for one in slide.get("pageElements", []) if one["objectId"].endswith(name)
    )


def encoded(image, form="PNG", **more):
    file = io.BytesIO()
    image.save(file, form, **more)
    return file.getvalue()


def opened(data):
    return Pillow.open(io.BytesIO(data))


def moved(raw, name, x=None, y=None, w=None, h=None):
    """The element with another place and size, in EMU."""
    one = element(raw, name)
    for axis, value in (("X", x), ("Y", y)):
        if value is not None:
            one["transform"][f"translate{axis}"] = value
    for side, axis, value in (("width", "X", w), ("height", "Y", h)):
        if value is not None:
            one["size"][side] = {"magnitude": value, "unit": "EMU"}
            one["transform"][f"scale{axis}"] = 1


def without(raw, name):
    """The deck without the element."""
    for slide in raw["slides"]:
        slide["pageElements"] = [one for one in slide["pageElements"] if not one["objectId"].endswith(name)]


def screenshot(data):
    """The picture in a frame: the same to an eye, another one to a hash."""
    image = opened(data).convert("RGB")
    framed = Pillow.new("RGB", (image.width * 2, image.height * 2), "white")
    framed.paste(image, (image.width // 8, image.height // 8))
    return encoded(framed)


def in_between(one, other, low, high):
    """A mixture of two pictures whose hash is `low` to `high` bits away from the first one's."""
    first, second = opened(one).convert("RGB"), opened(other).convert("RGB").resize(opened(one).size)
    mixtures = (encoded(Pillow.blend(first, second, share / 200)) for share in range(0, 200, 4))
    return next(data for data in mixtures if low <= decode(data).distance(decode(one)) <= high)


def styled(raw, *runs, name="placeholder_image1"):
    """The placeholder's text in these runs: (text, colour or None, size in points or None)."""
    text = element(raw, name)["shape"]["text"]
    marker = next(one for one in text["textElements"] if "paragraphMarker" in one)
    made = []
    for words, colour, size in runs:
        style = {} if size is None else {"fontSize": {"magnitude": size, "unit": "PT"}}
        if isinstance(colour, tuple):
            rgb = dict(zip(("red", "green", "blue"), colour, strict=True))
            colour = {"rgbColor": rgb}
        if colour:
            style["foregroundColor"] = {"opaqueColor": colour}
        made.append({"textRun": {"content": words, "style": style}})
    made[-1]["textRun"]["content"] += "\n"
    text["textElements"] = [marker, *made]
