# tests/python/test_docs.py -- the code of docs/python.md runs, from top to bottom.
import os
import re

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
