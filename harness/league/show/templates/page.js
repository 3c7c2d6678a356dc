// Sorts and filters tables, searches the page, opens what a link leads into.  Without scripts all of
// it is readable: nothing is hidden by markup that only this file would show.
//
// <table data-sort>                 heads of columns become buttons; a cell sorts by data-v or its text
// <table data-filter="what">        a field above the table keeps the rows that have all its words
// <nav data-search="what">          a field in it looks through the names and the text of
// <... data-name="words" id|href>   these, and lists links to them
"use strict";
(() => {
  const make = (tag, attributes, ...inner) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inner);
    return made;
  };
  const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text, wanted) => wanted.every((word) => text.includes(word));

  // Sorting

  const key = (row, column) => {
    const cell = row.cells[column];
    if (!cell) return "";
    const told = cell.dataset.v ?? cell.textContent.trim();
    const number = Number.parseFloat(told.replace(/,/g, ""));
    return Number.isNaN(number) ? told.toLowerCase() : number;
  };
  const order = (a, b) => {
    if (typeof a === typeof b) return typeof a === "number" ? a - b : a.localeCompare(b);
    return typeof a === "number" ? -1 : 1; // what is no number comes last
  };
  const sort = (table, head, column) => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    for (const body of table.tBodies) {
      const rows = [...body.rows].filter((row) => !row.classList.contains("head"));
      const keyed = rows.map((row) => [key(row, column), row]);
      keyed.sort(([a], [b]) => {
        const mixed = typeof a !== typeof b;
        return down && !mixed ? order(b, a) : order(a, b);
      });
      body.append(...keyed.map(([, row]) => row));
    }
  };
  for (const table of document.querySelectorAll("table[data-sort]")) {
    [...(table.tHead?.rows[0]?.cells ?? [])].forEach((head, column) => {
      if (head.colSpan > 1 || !head.textContent.trim()) return;
      const button = make("button", { type: "button", class: "sort" });
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(table, head, column));
      head.append(button);
    });
  }

  // Filtering

  const filter = (table, text) => {
    const wanted = words(text);
    let left = 0;
    for (const body of table.tBodies) {
      const title = body.querySelector("tr.head")?.textContent.toLowerCase() ?? "";
      let shown = 0;
      for (const row of body.rows) {
        if (row.classList.contains("head")) continue;
        row.hidden = !has(title + " " + row.textContent.toLowerCase(), wanted);
        shown += !row.hidden;
      }
      body.hidden = shown === 0;
      left += shown;
    }
    return left;
  };
  for (const table of document.querySelectorAll("table[data-filter]")) {
    const field = make("input", { type: "search", placeholder: table.dataset.filter, size: table.dataset.filter.length });
    const count = make("output", {});
    field.addEventListener("input", () => {
      const left = filter(table, field.value);
      count.textContent = field.value.trim() ? `${left} ${left === 1 ? "row" : "rows"}` : "";
    });
    const label = make("label", { class: "filter" }, `Filter: ${table.dataset.filter} `, field);
    (table.closest(".box") ?? table).before(make("p", { class: "filter" }, label, count));
  }

  // Searching

  for (const nav of document.querySelectorAll("nav[data-search]")) {
    const field = make("input", { type: "search", placeholder: nav.dataset.search, size: nav.dataset.search.length });
    const found = make("ul", { class: "found" });
    const count = make("output", { class: "aside" });
    const label = make("label", { class: "search" }, make("span", { class: "aside" }, "Search"), field);
    const named = [...document.querySelectorAll("[data-name]")];
    field.addEventListener("input", () => {
      const wanted = words(field.value);
      const hits = wanted.length ? named.filter((one) => has(one.dataset.name.toLowerCase(), wanted)) : [];
      found.replaceChildren(...hits.slice(0, 12).map((one) => {
        const href = one.getAttribute("href") ?? `#${one.id}`;
        return make("li", {}, make("a", { href }, one.dataset.name));
      }));
      if (hits.length > 12) found.append(make("li", {}, `and ${hits.length - 12} more`));
      if (wanted.length && !hits.length) found.append(make("li", {}, "nothing of that name"));
      count.textContent = wanted.length ? `${hits.length} found` : "";
    });
    const close = () => { field.value = ""; found.replaceChildren(); count.textContent = ""; };
    nav.addEventListener("keydown", (event) => { if (event.key === "Escape") { close(); field.focus(); } });
    found.addEventListener("click", (event) => { if (event.target.closest("a")) close(); });
    nav.append(label, count, found);
  }

  // Opening

  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", () => {
    for (const one of document.querySelectorAll("details:not([open], .evidence, .all-evidence)")) {
      one.dataset.shut = "";
      one.open = true;
    }
  });
  addEventListener("afterprint", () => {
    for (const one of document.querySelectorAll("details[data-shut]")) {
      one.open = false;
      delete one.dataset.shut;
    }
  });
  reveal();
})();
