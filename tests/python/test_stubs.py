# tests/python/test_stubs.py -- stubs and reference are what the tables and the module say now; every name is in them.
import ast
import os
import sys

import sinew
from sinew import _library


def test_not_stale(source):
    sys.path.insert(0, os.path.join(source, "tools"))
    import make_python_stubs

    for name, text in make_python_stubs.written().items():
        with open(os.path.join(source, name)) as f:
            assert f.read() == text, f"{name} is stale: make python-reference"


def test_complete(source):
    with open(os.path.join(source, "python", "sinew", "__init__.pyi")) as f:
        tree = ast.parse(f.read())
    top = {x.name: x for x in tree.body if isinstance(x, (ast.ClassDef, ast.FunctionDef))}
    constants = {x.target.id for x in tree.body if isinstance(x, ast.AnnAssign)}
    assert set(sinew.__all__) <= set(top) | constants
    methods = {x.name: x for c in ("Builder", "Model") for x in top[c].body if isinstance(x, ast.FunctionDef)}
    assert set(_library.KINDS) <= set(methods)
    given = {a.arg for a in methods["revolute"].args.kwonlyargs}
    assert {"axis", "torque", "damping", "name"} <= given and "N m" in ast.get_docstring(methods["revolute"])
