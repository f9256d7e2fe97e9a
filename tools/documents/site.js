// tools/documents/site.js -- search in the pages that site.py makes: every word must occur; headings count most. The index is a script, so
// that pages opened from disk can read it.
"use strict";
(function () {
  const box = document.getElementById("search");
  const found = document.getElementById("found");
  const root = document.documentElement.dataset.root;
  const escape = (s) => s.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
  const lower = window.SEARCH.map(([, page, heading, text]) => [(page + " " + heading).toLowerCase(), text.toLowerCase()]);

  function excerpt(text, word) {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
    const piece = escape((at ? "…" : "") + text.slice(at, at + 180));
    return piece.replace(new RegExp(escape(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi"), "<mark>$&</mark>");
  }

  function search() {
    const words = box.value.toLowerCase().split(/\s+/).filter((w) => w.length > 1);
    const hits = [];
    if (words.length) {
      lower.forEach(([title, text], k) => {
        let score = 0;
        for (const w of words) {
          const inTitle = title.includes(w);
          const inText = text.includes(w);
          if (!inTitle && !inText) return;
          score += (inTitle ? 20 : 0) + (title.split(/\W+/).includes(w) ? 20 : 0) + Math.min(text.split(w).length - 1, 5);
        }
        hits.push([score, k]);
      });
      hits.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    }
    found.innerHTML = hits
      .slice(0, 20)
      .map(([, k]) => {
        const [url, page, heading, text] = window.SEARCH[k];
        return `<li><a href="${root}${url}">${escape(page)}${heading ? " · " + escape(heading) : ""}</a><small>${excerpt(text, words[0])}</small></li>`;
      })
      .join("");
    found.hidden = !words.length;
    if (words.length && !hits.length) found.innerHTML = "<li>Nothing found.</li>";
  }

  box.addEventListener("input", search);
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && document.activeElement !== box) {
      e.preventDefault();
      box.focus();
    } else if (e.key === "Escape") {
      box.value = "";
      search();
    }
  });
})();
