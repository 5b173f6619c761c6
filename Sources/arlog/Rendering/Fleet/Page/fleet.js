// Lets the reader of a fleet's page order its tables and choose among its findings. Without it the page says the same.

// A column is ordered by the numbers that its cells carry, or else by their texts.
function orderBy(table, head, column) {
  const isDown = head.getAttribute("aria-sort") === "descending" || (!head.hasAttribute("aria-sort") && !head.classList.contains("number"));
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", isDown ? "ascending" : "descending");
  const key = (row) => {
    const cell = row.cells[column];
    return cell.dataset.order === undefined ? cell.textContent : +cell.dataset.order;
  };
  const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }));
  const rows = [...table.tBodies[0].rows].sort((a, b) => (isDown ? 1 : -1) * compare(key(a), key(b)));
  table.tBodies[0].append(...rows);
}

for (const table of document.querySelectorAll("table.sortable")) {
  if (table.tBodies[0].rows.length < 2) continue;
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    if (!head.textContent) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "order";
    button.textContent = head.textContent;
    button.addEventListener("click", () => orderBy(table, head, column));
    head.replaceChildren(button);
  });
}

const filter = document.querySelector(".filter");
if (filter) {
  const severity = document.getElementById("severity"), words = document.getElementById("words"), shown = document.getElementById("shown");
  const faults = [...document.querySelectorAll(".fault")].map((element) => ({ element, text: element.textContent.toLowerCase() }));
  const choose = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const fault of faults) {
      const isWanted = (!severity.value || fault.element.classList.contains(severity.value)) && wanted.every((word) => fault.text.includes(word));
      fault.element.hidden = !isWanted;
      if (isWanted) count += 1;
    }
    shown.textContent = count === faults.length ? "" : count + " of " + faults.length;
  };
  filter.hidden = false;
  severity.addEventListener("change", choose);
  words.addEventListener("input", choose);
}
