# tests/python/test_warnings.py -- warnings of models and runs: in results, and as errors with strict.
import warnings

import numpy as np
import pytest

import sinew

SPRING = """
local p = point { name='p', at={1,0,0}, mass=1 }
spring { name='s', ground, p, at_a={0,0,0}, stiffness=100, length=0.2 }
run { dt = 1e-2, duration = 1 }
"""


def test_result_has_them(folder):
    (folder / "spring.lua").write_text(SPRING)
    r = sinew.load("spring.lua").run("spring.h5", progress=False)
    (w,) = r.warnings
    assert w.kind == "through_zero" and w.where == "spring.lua:3" and w.item == "spring 's'" and w.count == 3
    assert w.first_time == pytest.approx(0.19) and "passed through the length zero at t = 0.19 s" in str(w) and "keep a distance" in w.text
    assert "through_zero" in repr(w) and r.summary["warning_count"] == 1
    m = sinew.Model()
    m.point(name="p", at=(0, 0, 0), mass=1, velocity=(1, 0, 0))
    assert m.run("clean.h5", dt=0.1, duration=1, progress=False).warnings == []
    (slip,) = m.run("slip.h5", dt=2, duration=1, progress=False).warnings
    assert slip.kind == "model" and "longer than the run" in slip.text and slip.count == 0


def test_strict(folder):
    (folder / "spring.lua").write_text(SPRING)
    m = sinew.load("spring.lua")
    with pytest.raises(sinew.StrictError, match="strict makes it an error"):
        m.run("spring.h5", progress=False, strict=True)
    r = sinew.open("spring.h5")
    assert r.status == "complete" and len(r.time) == 101 and len(r.warnings) == 1 and r.summary["strict"] == 1
    with pytest.raises(sinew.StrictError):
        sinew.resume("spring.h5", until=1.1)
    m.run("spring.h5", progress=False, strict=False)
    assert np.max(sinew.open("spring.h5").time) == pytest.approx(1)


def test_python_shows_them(folder):
    m = sinew.from_lua(SPRING)
    with pytest.warns(sinew.SinewWarning, match="passed through the length zero") as seen:
        r = m.run(progress=False)  # in memory
    assert len(seen) == 1 and seen[0].filename.endswith("test_warnings.py") and "1 warning," in repr(r) and len(r.warnings) == 1
    with pytest.raises(sinew.StrictError) as e:
        m.run(progress=False, strict=True)
    assert e.value.result.status == "complete" and len(e.value.result.warnings) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        m.run(progress=False, duration=0.1)  # nothing happens before 0.19 s
        with pytest.raises(sinew.SinewWarning):
            m.run(progress=False)
    with pytest.warns(sinew.SinewWarning):
        m.run("x.h5", progress=False)
    with pytest.warns(sinew.SinewWarning):
        sinew.resume("x.h5", until=1.1, progress=False)
