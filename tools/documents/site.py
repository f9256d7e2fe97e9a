#!/usr/bin/env python3
# tools/documents/site.py -- makes searchable web pages of all documents, which need no server and no network.
# Use:    make site, or: tools/documents/site.py FOLDER [--check]; --check says what is dead in the pages that it has made
# How:    cmark-gfm (Debian, 1 MB), the renderer that GitHub uses, turns Markdown into HTML; this script adds anchors, navigation and the index
#         of the search (site.js), mends links, and copies pictures and what else pages link to.
# Tests:  ctest documents/site, where cmark-gfm is installed.
import html
import json
import os
import re
import shutil
import subprocess
import sys

import pages

HERE = os.path.dirname(os.path.abspath(__file__))
NAVIGATION = [
    ("Start", ["README.md", "docs/getting-started.md", "docs/tutorials/README.md", "docs/recipes.md", "docs/coming-from.md"]),
    ("Guide", None),  # the pages of docs/guide, in the order of its index
    ("Look up", ["docs/reference.md", "docs/command.md", "docs/messages.md", "docs/python.md", "docs/python-reference.md"]),
    ("Examples and answers", ["docs/gallery/README.md", "docs/examples.md", "docs/verification/README.md", "docs/reliability.md", "docs/performance.md"]),
    ("Theory", ["docs/theory.md", "docs/theory-beams.md", "docs/theory-shells.md", "docs/theory-statics.md", "docs/theory-modes.md", "docs/theory-linear.md", "docs/rods.md", "docs/gog.md",
                "docs/papers.md"]),
    ("Project", ["docs/architecture.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]),
]
TITLES = {"README.md": "Sinew", "docs/guide/README.md": "Index of the guide"}


def address(path):
    """Where the page of a Markdown file is, from the root of the site."""
    return re.sub(r"(?:README)?[.]md$", lambda found: "index.html" if found[0] == "README.md" else ".html", path)


def title(path):
    return TITLES.get(path) or re.sub(r"[`*]", "", pages.headings(pages.read(path))[0][1])


def chosen():
    return [path for path in pages.documents() if path.startswith(("docs/", "examples/")) or "/" not in path]


class Site:
    def __init__(self, out):
        self.out, self.pages, self.copied, self.index = out, chosen(), set(), []
        self.known = set(self.pages)
        guide = re.findall(r"^\d+\. .*?\]\(([\w-]+\.md)\)", pages.read("docs/guide/README.md"), re.M)
        self.navigation = [(name, listed or ["docs/guide/README.md"] + ["docs/guide/" + page for page in guide]) for name, listed in NAVIGATION]

    def target(self, link, base):
        """The address of a link as written in a file of the folder base; None if the site has nothing there."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        file, _, anchor = link.partition("#")
        path = os.path.normpath(os.path.join(base, file))
        if os.path.isdir(os.path.join(pages.ROOT, path)):
            path = os.path.join(path, "README.md")
        if path not in self.known and not os.path.isfile(os.path.join(pages.ROOT, path)):
            return None
        if path not in self.known:
            self.copied.add(path)
        return os.path.relpath(address(path) if path in self.known else path, base or ".") + ("#" + anchor if anchor else "")

    def links(self, text, base):
        def mend(found):
            to = self.target(html.unescape(found[2]), base)
            return found[1] + html.escape(to) + found[3] if to else ("<span>" if found[0].startswith("<a") else found[0])

        text = re.sub(r'(<a (?:[^>]*?)href=")([^"]*)("[^>]*>)', mend, text)
        return re.sub(r'(<img (?:[^>]*?)src=")([^"]*)("[^>]*>)', mend, text)

    def body(self, path, text):
        made = subprocess.run(["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough"], input=text, stdout=subprocess.PIPE, text=True, check=True).stdout
        made = re.sub(r"<!--.*?-->\n?", "", made, flags=re.S)
        anchors = iter(pages.headings(text))

        def anchor(found):
            return '<h%s id="%s">' % (found[1], next(anchors)[2])

        made = re.sub(r"<h([1-6])>", anchor, made)
        return self.links(made, os.path.dirname(path))

    def sections(self, path, made):
        """For the search: address, page, heading and text of each section."""
        name = title(path)
        for part in re.split(r"(?=<h[1-6] id=)", made):
            head = re.match(r'<h[1-6] id="([^"]*)">(.*?)</h', part, re.S)
            text = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", part))).strip()
            if head and text:
                heading = html.unescape(re.sub(r"<[^>]+>", "", head[2]))
                self.index.append([address(path) + "#" + head[1], name, "" if heading == name else heading, text[:6000]])

    def shell(self, path, made):
        depth = path.count("/")
        root = "../" * depth
        menu = []
        for name, listed in self.navigation:
            menu.append("<h2>%s</h2><ul>" % html.escape(name))
            for page in listed:
                here = ' aria-current="page"' if page == path else ""
                menu.append('<li><a href="%s%s"%s>%s</a></li>' % (root, address(page), here, html.escape(title(page))))
            menu.append("</ul>")
        return (
            '<!doctype html>\n<html lang="en" data-root="%s">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<title>%s</title><link rel="stylesheet" href="%ssite.css"></head>\n<body>\n<nav><input id="search" type="search" placeholder="Search ( / )" aria-label="Search">'
            '<div class="pages">%s</div></nav>\n<main><ul id="found" hidden></ul>\n%s</main>\n<script src="%ssearch.js"></script><script src="%ssite.js"></script>\n</body></html>\n'
        ) % (root, html.escape(title(path)), root, "\n".join(menu), made, root, root)

    def write(self, path, text):
        full = os.path.join(self.out, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as f:
            f.write(text)

    def make(self):
        for path in self.pages:
            made = self.body(path, pages.read(path))
            self.sections(path, made)
            self.write(address(path), self.shell(path, made))
        for path in self.copied:
            full = os.path.join(self.out, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            shutil.copyfile(os.path.join(pages.ROOT, path), full)
        for name in ("site.css", "site.js"):
            shutil.copyfile(os.path.join(HERE, name), os.path.join(self.out, name))
        self.write("search.js", "window.SEARCH = " + json.dumps(self.index, ensure_ascii=False, separators=(",", ":")) + ";\n")


def dead_links(out):
    """Links of the pages to files or anchors that are not there, and anything that would be fetched from a network."""
    texts, bad, n = {}, [], 0
    for folder, _, files in os.walk(out):
        for name in files:
            if name.endswith(".html"):
                path = os.path.relpath(os.path.join(folder, name), out)
                with open(os.path.join(out, path), encoding="utf-8") as f:
                    texts[path] = f.read()
    ids = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in texts.items()}
    for path, text in texts.items():
        for kind, link in re.findall(r'\b(href|src)="([^"]*)"', re.sub(r"<pre>.*?</pre>|<code>.*?</code>", "", text, flags=re.S)):
            link = html.unescape(link)
            n += 1
            if re.match(r"[a-z]+:|//", link):
                if kind == "src":
                    bad.append("%s fetches %s" % (path, link))
                continue
            file, _, anchor = link.partition("#")
            to = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
            if not os.path.isfile(os.path.join(out, to)):
                bad.append("%s: %s is not there" % (path, link))
            elif anchor and to in ids and anchor not in ids[to]:
                bad.append("%s: %s has no such anchor" % (path, link))
    return len(texts), n, bad


def main(arguments):
    checking = "--check" in arguments
    arguments = [a for a in arguments if a != "--check"]
    if len(arguments) != 1:
        print("usage: tools/documents/site.py FOLDER [--check]", file=sys.stderr)
        return 2
    if not shutil.which("cmark-gfm"):
        print("The site needs cmark-gfm, an optional component: apt-get install --no-install-recommends cmark-gfm", file=sys.stderr)
        return 1
    shutil.rmtree(arguments[0], ignore_errors=True)
    Site(arguments[0]).make()
    if not checking:
        print("Open %s in a browser; it needs no server and no network." % os.path.join(arguments[0], "index.html"))
        return 0
    n_pages, n_links, bad = dead_links(arguments[0])
    print("\n".join(bad + ["%d pages, %d links, %d dead" % (n_pages, n_links, len(bad))]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
