"""Pixels per inch of a picture as it is shown."""

import io
import math

import pytest
from PIL import Image

from pytest_knows.artifact.geometry import Affine
from pytest_knows.artifact.presentation import Picture
from pytest_knows.checks.resolution import pixels_per_inch
from pytest_knows.errors import DamagedEvidence

INCH = 914400


def shown(data, **more):
    more = {"transform": Affine(), "width": 2 * INCH, "height": INCH, **more}
    return Picture(id="i", z=0, url="u", source=lambda _: data, **more)


def png(width, height):
    file = io.BytesIO()
    Image.new("RGB", (width, height)).save(file, "PNG")
    return file.getvalue()


def test_bitmaps():
    assert pixels_per_inch(shown(png(100, 50))) == 50
    assert pixels_per_inch(shown(png(100, 50), crop=(0.25, 0, 0.25, 0))) == 25
    turned = Affine(scale_x=0, scale_y=0, shear_x=-1, shear_y=1)
    assert pixels_per_inch(shown(png(100, 50), transform=turned)) == 50


def test_vector_pictures_are_always_sharp():
    assert pixels_per_inch(shown(b'<?xml version="1.0"?><SVG></SVG>')) == math.inf


def test_a_bitmap_that_cannot_be_read():
    with pytest.raises(DamagedEvidence):
        pixels_per_inch(shown(b"no picture"))
