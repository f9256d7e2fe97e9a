#!/usr/bin/env python3
# tools/documents/examples.py -- writes docs/examples.md: a map of the examples, what builds on what and which kinds each uses.
# Use:    make examples-map, or: tools/documents/examples.py [--check]
# How:    the line `Builds on:` below the picture of examples/NAME/README.md; title and sentence of gallery.txt; words of the language in model.lua.
# Tests:  ctest documents/examples says when the page is stale, or when an example has no such line.
import os
import re
import sys

import pages

PAGE = "docs/examples.md"
SMALL = {"gravity", "run", "param", "channel", "point", "body", "box", "cylinder", "sphere", "cone", "tube", "mesh", "view", "color"}


def folders():
    return sorted(f for f in os.listdir(os.path.join(pages.ROOT, "examples")) if os.path.exists(os.path.join(pages.ROOT, "examples", f, "README.md")))


def kinds():
    """Words of the language that are kinds, from the reference."""
    text = pages.read("docs/reference.md")
    return set(re.findall(r"^### ([a-z_]+)$", text, re.M)) | {"controller", "input", "stop_when", "group", "include"}


def value(name, key):
    path = "examples/%s/gallery.txt" % name
    if not os.path.exists(os.path.join(pages.ROOT, path)):
        return ""
    found = re.search(r"^%s = (.*)$" % key, pages.read(path), re.M)
    return found[1] if found else ""


def read(name, known):
    text = pages.read("examples/%s/README.md" % name)
    line = re.search(r"^Builds on: (.*)\.$", text, re.M)
    if not line:
        raise SystemExit("examples/%s/README.md has no line 'Builds on: [NAME](../NAME).' or 'Builds on: nothing; begin here.'" % name)
    model = os.path.join("examples", name, "model.lua")
    used = set()
    if os.path.exists(os.path.join(pages.ROOT, model)):
        code = re.sub(r"--[^\n]*", "", pages.read(model))
        used = {w for w in re.findall(r"\b([a-z_]+)\s*[{(]", code) if w in known} - SMALL
        used -= set(re.findall(r"\b(?:local\s+function|local|function)\s+([a-z_]+)", code))  # names of the model's own
    title = value(name, "title") or re.match(r"# (.*)", text)[1]
    return {"title": title, "line": value(name, "line"), "on": re.findall(r"\]\(\.\./([a-z0-9_]+)\)", line[1]), "uses": sorted(used)}


def page():
    known = kinds()
    all_ = {name: read(name, known) for name in folders()}
    order = sorted(all_, key=lambda n: (int(value(n, "order") or 999), n))
    children = {n: [m for m in order if all_[m]["on"] and all_[m]["on"][0] == n] for n in order}
    out = ["# Map of the examples", "",
           "Made by `make examples-map`: do not edit. %d examples; each has a known answer, and a page in the [gallery](gallery/README.md) with pictures and plots. "
           "If you are new, take the [tutorials](tutorials/README.md) first." % len(all_), "",
           "## What builds on what", "",
           "Begin at the left; an example that is indented adds something to the one above it.", ""]

    def tree(name, depth):
        one = all_[name]
        more = ", also on " + ", ".join("[%s](../examples/%s)" % (n, n) for n in one["on"][1:]) if len(one["on"]) > 1 else ""
        out.append("%s- [%s](../examples/%s)%s" % ("  " * depth, name, name, (": " + one["line"].rstrip(".") if one["line"] else ": " + one["title"]) + more))
        for child in children[name]:
            tree(child, depth + 1)

    for name in order:
        if not all_[name]["on"]:
            tree(name, 0)
    out += ["", "## Which example uses what", "", "| word | examples |", "|---|---|"]
    words = sorted({w for one in all_.values() for w in one["uses"]})
    for word in words:
        out.append("| `%s` | %s |" % (word, ", ".join("[%s](../examples/%s)" % (n, n) for n in order if word in all_[n]["uses"])))
    return "\n".join(out) + "\n"


def main(arguments):
    if arguments == ["--check"]:
        if not os.path.exists(os.path.join(pages.ROOT, PAGE)) or pages.read(PAGE) != page():
            print("%s is stale: make examples-map" % PAGE)
            return 1
        return 0
    text = page()
    with open(os.path.join(pages.ROOT, PAGE), "w", encoding="utf-8") as f:
        f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
