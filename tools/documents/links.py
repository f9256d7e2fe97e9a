#!/usr/bin/env python3
# tools/documents/links.py -- dead links: every link of every document, and every document that sources and messages name, must exist.
# What:   files and folders, and anchors of headings, as GitHub makes them. Links to other machines are not followed.
#         Models of the same name must be the same on every page.
# Who:    ctest documents/links.
import os
import re
import sys

import pages

LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]*(?:\([^()]*\))?[^()\s]*)\)|<(?:img|a)\b[^>]*?(?:src|href)=\"([^\"]*)\"")
NAMED = re.compile(r"\bdocs/[\w./-]+\.(?:md|svg|png)(?:#[\w-]+)?")
SOURCES = ("src", "lab", "engine", "include", "tests", "tools", "bench", "python", "cmake", "viewer/src", "examples", "debian", "Makefile", "CMakeLists.txt")


def anchors_of(path, known={}):
    if path not in known:
        text = pages.read(path)
        known[path] = {anchor for _, _, anchor in pages.headings(text)} | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    return known[path]


def why_dead(target, base):
    """None, or what is wrong with a link as written in a file of the folder base."""
    if re.match(r"[a-z]+:", target):
        return None
    file, _, anchor = target.partition("#")
    path = os.path.normpath(os.path.join(base, file)) if file else base
    if not os.path.exists(os.path.join(pages.ROOT, path)):
        return "there is no %s" % path
    if anchor and path.endswith(".md") and anchor not in anchors_of(path):
        return "%s has no heading #%s" % (path, anchor)
    return None


def sources():
    """The texts of the program, its tests and tools, by their path from the root."""
    out = []
    for top in SOURCES:
        path = os.path.join(pages.ROOT, top)
        if os.path.isfile(path):
            out.append(top)
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(f for f in folders if f not in ("dist", "node_modules", "__pycache__", "corpus"))
            out += [os.path.relpath(os.path.join(folder, f), pages.ROOT) for f in sorted(files)]
    return out


def models_that_differ():
    """Names of models that two pages print in two ways."""
    first, bad = {}, []
    for path in pages.documents():
        for block in pages.blocks(pages.read(path)):
            if block.name:
                where, text = first.setdefault(block.name, (path, block.text))
                if text != block.text:
                    bad.append("%s:%d: %s is another model than in %s" % (path, block.line, block.name, where))
    return bad


def main():
    dead = n = 0
    for path in pages.documents():
        for k, line in enumerate(pages.without_code(pages.read(path)).split("\n")):
            for found in LINK.finditer(line):
                target = found[1] or found[2]
                n += 1
                why = why_dead(target, path if target.startswith("#") else os.path.dirname(path))
                if why:
                    print("%s:%d: dead link %s: %s" % (path, k + 1, target, why))
                    dead += 1
    listed = sources()
    for path in listed:
        if path.endswith((".md", ".png", ".svg", ".h5", ".msh", ".stl", ".obj", ".so", ".pyc")):
            continue
        try:
            text = pages.read(path)
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        for found in NAMED.finditer(text):
            n += 1
            why = why_dead(found[0], "")
            if why:
                print("%s:%d: names %s: %s" % (path, text.count("\n", 0, found.start()) + 1, found[0], why))
                dead += 1
    differing = models_that_differ()
    print("\n".join(differing + ["%d links, %d dead" % (n, dead)]))
    return 1 if dead or differing else 0


if __name__ == "__main__":
    sys.exit(main())
