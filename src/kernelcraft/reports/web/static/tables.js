// How the tables of the first page are made of its data. Texts are only ever set as text.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const CONDITIONS = { published: "", "held-out": "held-out sizes", variants: "on variants", designs: "where instructions are designed" };
const BAR = 92;  // pixels of an interval's axis

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Numbers as texts.
const whole = (value) => value === null ? "–" : value.toLocaleString("en-US");
const episodes = (count) => `${whole(count)} ${count === 1 ? "episode" : "episodes"}`;
const cells = (count) => `${whole(count)} ${count === 1 ? "cell" : "cells"}`;
const share = (value) => value === null ? "–" : `${(100 * value).toFixed(1)}%`;
const ratio = (value) => value === null ? "–" : `${value.toFixed(value < 10 ? 2 : 1)}x`;
const score = (value) => value === null ? "–" : value.toFixed(3);
const known = (value) => value === null ? "unknown" : whole(value);
const dollars = (value) => value === null ? "unknown" : value === 0 ? "$0" : `$${value.toFixed(value < 1 ? 4 : 2)}`;

// The axis that an interval is drawn on: where a value lies, from 0 to 1, and where its tick is.
const AXES = {
  share: { place: (value) => value, tick: null },
  ratio: { place: (value, most) => Math.log2(Math.max(value, 1 / most) * most) / (2 * Math.log2(most)), tick: 1 },
};

function bar(estimate, axis, most) {
  const [value, low, high] = estimate;
  const { place, tick } = AXES[axis];
  const x = (at) => 4 + (BAR - 8) * Math.min(1, Math.max(0, place(at, most)));
  const picture = drawn("svg", { width: BAR, height: 10, "aria-hidden": "true" });
  picture.append(drawn("path", { class: "axis", d: `M4,5H${BAR - 4}` }));
  if (tick !== null) picture.append(drawn("path", { class: "tick", d: `M${x(tick)},1V9` }));
  if (low !== null) picture.append(drawn("path", { class: "span", d: `M${x(low)},5H${x(high)}M${x(low)},2V8M${x(high)},2V8` }));
  picture.append(drawn("circle", { class: "dot", cx: x(value), cy: 5, r: 3 }));
  return picture;
}

// A text that leads to the episodes that it is of.
function leading(text, address, attributes = {}) {
  return address && text !== "–" ? element("a", text, { href: address, ...attributes }) : element("span", text);
}

// Value and interval; n only where the number stands on fewer episodes than the row.
function estimateCell(row, estimate, format, axis, most) {
  const cell = element("td", null, { class: "number estimate" });
  if (!estimate || estimate[0] === null) {
    cell.textContent = "–";
    return cell;
  }
  const [value, low, high, n] = estimate;
  const below = [low === null ? "no interval" : `${format(low)} to ${format(high)}`, ...(n === row.n ? [] : [`n = ${n}`])];
  cell.append(leading(format(value), row.address), element("span", below.join(", "), { class: "sub" }));
  cell.append(bar(estimate, axis, most));
  return cell;
}

// What nobody but the submitter knows.
const CLAIMED = "claimed";
const claim = (who, ...texts) => [...texts, who.submission && CLAIMED].filter(Boolean).join(", ");

function badge(who) {
  return element("span", who.kind, { class: `kind ${who.kind.replace(" ", "-")}`, title: who.meaning });
}

function numberCell(text, sub, address, attributes) {
  const cell = element("td", null, { class: "number" });
  cell.append(leading(text, address, attributes));
  if (sub) cell.append(element("span", sub, { class: "sub" }));
  return cell;
}

function firstRight({ who, evaluations: [value, low, high], address }) {
  if (value === null) return numberCell("never", claim(who, "for half of them"), address);
  const sub = low === null && high === null ? "" : `${whole(low)} to ${high === null ? "never" : whole(high)}`;
  return numberCell(whole(value), claim(who, sub), address);
}

// Counts by name, the most first; each leads to the row's episodes of that kind.
function counts(row, found, field) {
  const cell = element("td", null, { class: "small" });
  const parts = Object.entries(found).sort((a, b) => b[1] - a[1]);
  parts.forEach(([name, count], place) => {
    const address = row.address.replace("#", `&${field}=${encodeURIComponent(name)}#`);
    cell.append(place ? ", " : "", leading(`${count} ${name}`, address));
  });
  if (!parts.length) cell.textContent = "–";
  return cell;
}

function whoCell({ who, n }) {
  const cell = element("th", null, { scope: "row" });
  cell.append(element("span", who.agent, { class: "who" }));
  if (who.model) cell.append(element("span", who.model, { class: "sub" }));
  cell.append(badge(who));
  if (who.submission) cell.append(element("span", "as the submitter says", { class: "sub" }));
  cell.append(element("span", `${who.rules} grading, n = ${n}`, { class: "sub narrow" }));
  if (CONDITIONS[who.conditions]) cell.append(element("span", CONDITIONS[who.conditions], { class: "sub" }));
  if (!who.ranked) cell.append(element("span", "not ranked at these sizes", { class: "sub" }));
  return cell;
}

// A column: its head, what it sorts by (null is last either way), and its cell; `up`: small is good.
const STANDINGS = [
  { id: "agent", head: "Agent", by: (row) => row.who.name, cell: whoCell, up: true },
  { id: "rules", head: "Grading", wide: true, by: (row) => row.who.rules, cell: (row) => element("td", row.who.rules), up: true },
  { id: "n", head: "Episodes", wide: true, number: true, by: (row) => row.n, cell: (row) => numberCell(whole(row.n), `on ${cells(row.cells)}`, row.address) },
  { id: "solved", head: "Solved", number: true, by: (row) => row.solved[0],
    cell: (row) => estimateCell(row, row.solved, share, "share") },
  { id: "fast", head: (view) => `fast_${view.p}`, number: true, by: (row, view) => row.fast[view.p]?.[0] ?? null,
    cell: (row, view) => estimateCell(row, row.fast[view.p], share, "share") },
  { id: "speedup", head: "Speedup", number: true, by: (row) => row.speedup[0],
    cell: (row, view) => estimateCell(row, row.speedup, ratio, "ratio", view.most) },
  { id: "sol", head: "SOL", number: true, by: (row) => row.sol[0], cell: (row) => estimateCell(row, row.sol, score, "share") },
  { id: "first", head: "First right", number: true, by: (row) => row.evaluations[0], cell: firstRight, up: true },
  { id: "tokens", head: "Tokens", number: true, by: (row) => row.tokens, cell: (row) => numberCell(known(row.tokens), claim(row.who), row.address), up: true },
  { id: "cost", head: "Cost", number: true, by: (row) => row.cost,
    cell: (row) => numberCell(dollars(row.cost), claim(row.who, row.correct && row.cost !== null ? `${dollars(row.perSolved[0])} a solved one` : ""), row.address), up: true },
  { id: "failures", head: "Failures", by: (row) => row.n - row.correct, cell: (row) => counts(row, row.failures, "failure"), up: true },
];
const ANNOTATED = { id: "annotated", head: "Annotated", by: (row) => Object.keys(row.annotations).length,
  cell: (row) => counts(row, row.annotations, "annotation") };

function cellLink(row) {
  const cell = element("th", null, { scope: "row" });
  const link = element("a", null, { href: row.page });
  row.cell.split("/").forEach((part, place) => link.append(...(place ? ["/", element("wbr"), part] : [part])));
  cell.append(link);
  if (row.epoch > 1) cell.append(element("span", `epoch ${row.epoch}`, { class: "sub" }));
  if (row.annotations.length) cell.append(element("span", row.annotations.join(", "), { class: "kind" }));
  return cell;
}

function agentCell(row) {
  const cell = element("td", null);
  cell.append(element("span", `${row.who.name} `), badge(row.who));
  cell.append(element("span", `${row.who.rules} grading`, { class: "sub narrow" }));
  return cell;
}

const verdictCell = (row) => {
  const cell = element("td", null);
  cell.append(element("span", row.verdict, { class: `verdict ${/^correct/.test(row.verdict) ? "right" : "wrong"}` }));
  return cell;
};
const column = (id, head, format, up = false, claimed = false) => ({
  id, head, number: true, by: (row) => row[id], up,
  cell: (row) => numberCell(format(row[id]), claimed ? claim(row.who) : "", row.page, { tabindex: "-1" }),
});

const EPISODES = [
  { id: "cell", head: "Cell", by: (row) => row.place, cell: cellLink, up: true },
  { id: "agent", head: "Agent", by: (row) => row.who.name, cell: agentCell, up: true },
  { id: "rules", head: "Grading", wide: true, by: (row) => row.who.rules, cell: (row) => element("td", row.who.rules), up: true },
  { id: "verdict", head: "Result", by: (row) => row.verdict, cell: verdictCell, up: true },
  column("speedup", "Speedup", ratio),
  column("sol", "SOL", score),
  column("cycles", "Cycles", whole, true),
  column("baseline", "Baseline", whole, true),
  column("bound", "Bound", whole, true),
  column("evaluations", "Evaluations", whole, true, true),
  column("tokens", "Tokens", known, true, true),
  column("cost", "Cost", dollars, true, true),
  column("seconds", "Seconds", (value) => value.toFixed(1), true, true),
];

function sorted(rows, columns, sort, view) {
  const { by } = columns.find((each) => each.id === sort.by);
  const sign = sort.down ? -1 : 1;
  return [...rows].sort((a, b) => {
    if (a.who.ranked !== b.who.ranked) return a.who.ranked ? -1 : 1;
    const [x, y] = [by(a, view), by(b, view)];
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (typeof x === "string" ? x.localeCompare(y) : x - y);
  });
}

function table(target, columns, rows, view, sort, again) {
  const head = element("tr");
  for (const each of columns) {
    const cell = element("th", null, { scope: "col" });
    if (each.number) cell.classList.add("number");
    if (each.wide) cell.classList.add("wide");
    const active = each.id === sort.by;
    if (active) cell.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
    const button = element("button", typeof each.head === "function" ? each.head(view) : each.head, { type: "button", "data-sort": each.id });
    button.addEventListener("click", () => {
      again({ by: each.id, down: active ? !sort.down : !each.up });
      target.querySelector(`[data-sort="${each.id}"]`).focus();
    });
    cell.append(button);
    head.append(cell);
  }
  const body = element("tbody");
  for (const row of rows) {
    const line = element("tr", null, row.who.ranked ? {} : { class: "unranked" });
    for (const each of columns) {
      const cell = each.cell(row, view);
      if (each.wide) cell.classList.add("wide");
      line.append(cell);
    }
    body.append(line);
  }
  if (!rows.length) {
    const line = element("tr");
    line.append(element("td", "No episode is left by this choice.", { class: "empty", colspan: columns.length }));
    body.append(line);
  }
  const top = element("thead");
  top.append(head);
  target.replaceChildren(top, body);
}
