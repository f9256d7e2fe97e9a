# tests/python/test_docs.py -- the Python code of docs/python.md and docs/guide/sweeps.md runs, from top to bottom.
import os
import re
import shutil

import pytest


def test_page(source):
    pytest.importorskip("pandas")
    with open(os.path.join(source, "docs", "python.md")) as f:
        blocks = re.findall(r"```python\n(.*?)```", f.read(), re.S)
    assert len(blocks) > 5
    scope = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), scope)
    assert len(scope["branches"]) == 3


def test_sweeps(source):
    """The page prints one of its models; the others are those of examples."""
    pytest.importorskip("pandas")
    with open(os.path.join(source, "docs", "guide", "sweeps.md"), encoding="utf-8") as f:
        text = f.read()
    for name, model in re.findall(r"```lua\n(?=-- (\w+\.lua))(.*?)```", text, re.S):
        with open(name, "w") as f:
            f.write(model)
    shutil.copy(os.path.join(source, "examples", "campbell", "model.lua"), "rotor.lua")
    shutil.copy(os.path.join(source, "examples", "euler_column", "model.lua"), "column.lua")
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) > 3
    scope = {}
    for block in blocks:
        code = "\n".join(line for line in block.split("\n") if ".plot(" not in line)  # matplotlib is a program of its own
        exec(compile(code, "docs/guide/sweeps.md", "exec"), scope)
    assert len(scope["t"].status) == 40
