"use strict";
(() => {
  const latex = JSON.parse(document.getElementById("latex").textContent);

  const whole = (cell) => cell.dataset.value ?? cell.textContent;

  // Numbers by size, the rest by the alphabet; what is empty comes last in both directions.
  const compare = (a, b) => {
    const [x, y] = [Number(a), Number(b)];
    const both = a !== "" && b !== "" && !Number.isNaN(x) && !Number.isNaN(y);
    return both ? x - y : a.localeCompare(b, undefined, { numeric: true });
  };

  const number = (text) => text.replace(/^(-?)inf$/, "$1Infinity").replace(/^\u2212/, "-");

  const sort = (button) => {
    const head = button.closest("th");
    const table = button.closest("table");
    const body = table.tBodies[0];
    const column = Number(button.dataset.sort);
    const down = head.getAttribute("aria-sort") === "ascending";
    const rows = Array.from(body.rows, (row) => [number(whole(row.cells[column])), row]);
    rows.sort(([a], [b]) => {
      if (a === "" || b === "") return (a === "") - (b === "");
      return down ? compare(b, a) : compare(a, b);
    });
    body.append(...rows.map(([, row]) => row));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  };

  const search = (input) => {
    const wanted = input.value.toLowerCase();
    for (const row of input.closest("figure").querySelectorAll("tbody tr")) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
    }
  };

  // A cell that a spreadsheet would take for a formula is led by a quote.
  const quoted = (text) => {
    const safe = /^[=+@\t\r]|^-(?![\d.]|inf)/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };

  const csv = (table) => {
    const heads = Array.from(table.tHead.rows[0].cells, (cell) => cell.textContent);
    const rows = Array.from(table.tBodies[0].rows).filter((row) => !row.hidden);
    const lines = [heads, ...rows.map((row) => Array.from(row.cells, whole))];
    return lines.map((line) => line.map(quoted).join(",")).join("\r\n") + "\r\n";
  };

  const give = (name, text, type) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };

  // A picture is taken away with the colours of paper, whatever the page has now.
  const paper = { "--ink": "#1b1f24", "--quiet": "#6e7781", "--ground": "#ffffff" };
  const picture = (figure) => {
    const text = new XMLSerializer().serializeToString(figure.querySelector("svg"));
    return text.replace(/var\((--\w+)\)/g, (whole, name) => paper[name] ?? whole);
  };

  const table = (name) =>
    Array.from(document.querySelectorAll("figure.table"))
      .find((figure) => figure.dataset.name === name).querySelector("table");

  const take = (button) => {
    const holder = button.closest("[data-name]");
    const name = holder.dataset.name;
    const file = name.replace(/[^\p{L}\p{N}._-]+/gu, "-");
    const ways = {
      csv: () => give(`${file}.csv`, "\ufeff" + csv(table(name)), "text/csv;charset=utf-8"),
      latex: () => give(`${file}.tex`, latex[name], "text/x-tex;charset=utf-8"),
      "all-latex": () =>
        give("tables.tex", Object.values(latex).join("\n"), "text/x-tex;charset=utf-8"),
      json: () =>
        give("comparison.json", document.getElementById("json").textContent, "application/json"),
      svg: () => give(`${file}.svg`, picture(holder), "image/svg+xml"),
    };
    ways[button.dataset.take]();
  };

  const copy = (button) => {
    const source = document.getElementById(button.dataset.copy);
    const done = () => { button.textContent = "Copied"; };
    const select = () => {
      getSelection().selectAllChildren(source);
      document.execCommand("copy");
      done();
    };
    const text = Array.from(source.children, (line) => line.textContent).join("\n");
    const words = text || source.textContent;
    if (navigator.clipboard) navigator.clipboard.writeText(words).then(done, select);
    else select();
  };

  document.addEventListener("click", (event) => {
    // a press beside the words of a head is meant for it, too
    const button = event.target.closest("button") ?? event.target.closest("th")?.querySelector("button");
    if (!button) return;
    if (button.dataset.sort !== undefined) sort(button);
    else if (button.dataset.take) take(button);
    else if (button.dataset.copy) copy(button);
  });
  document.addEventListener("input", (event) => {
    if (event.target.type === "search") search(event.target);
  });
  addEventListener("beforeprint", () => {
    for (const one of document.querySelectorAll("details")) one.open = true;
  });
})();
