// What the reader chose: platform, level and task for the whole page, order and search for its tables.
"use strict";

const DATA = JSON.parse(document.getElementById("data").textContent);
const PAGE = 100;  // episodes shown at once
const CELLS = new Map();  // in the order of their first episodes
const ROWS = DATA.episodes.map((values) => {
  const row = Object.fromEntries(DATA.fields.map((name, index) => [name, values[index]]));
  if (!CELLS.has(row.cell)) CELLS.set(row.cell, CELLS.size);
  return { ...row, place: CELLS.get(row.cell), level: String(row.level), who: DATA.contenders[row.contender] };
});
const NARROWED = ["who", "beside", "both", "cell", "failure", "annotation"];  // what only the list is narrowed to
const AXIS_NAMES = ["evaluations", "turns", "tokens"];
const at = (id) => document.getElementById(id);
const filters = at("filters");

const view = {
  platform: "", level: "", task: "", p: "1", verdict: "", find: "", shown: PAGE, most: 2, hidden: new Set(), narrow: {},
  standings: { by: "solved", down: true }, list: { by: "cell", down: false },
};

function fill(select, values, chosen, all, name = (value) => value) {
  const options = values.map((value) => {
    const option = element("option", name(value), { value });
    option.selected = value === chosen;
    return option;
  });
  select.replaceChildren(...(all === undefined ? [] : [element("option", all, { value: "" })]), ...options);
  select.value = values.includes(chosen) ? chosen : (all === undefined ? values[0] ?? "" : "");
}

// Each list offers what leaves episodes under the other two.
function offer() {
  for (const name of ["platform", "level", "task"]) {
    const others = ["platform", "level", "task"].filter((each) => each !== name);
    const fits = DATA.choices.filter((choice) => choice[name] && others.every((each) => choice[each] === view[each]));
    const values = [...new Set(fits.map((choice) => choice[name]))];
    if (name === "level") values.sort();
    const title = name === "platform" ? (value) => DATA.platforms[value] : undefined;
    fill(filters.elements[name], values, view[name], "all", title);
    view[name] = filters.elements[name].value;
  }
}

const key = (task = view.task) => `${view.platform}|${view.level}|${task}`;
const chosenRows = () => ROWS.filter((row) =>
  ["platform", "level", "task"].every((name) => view[name] === "" || row[name] === view[name]));

// The address of what is chosen, with the list narrowed further.
function address(narrowed, place) {
  const kept = new URLSearchParams();
  for (const name of ["platform", "level", "task"]) if (view[name]) kept.set(name, view[name]);
  for (const [name, value] of Object.entries(narrowed)) if (value) kept.set(name, value);
  return `${kept.size ? `?${kept}` : location.pathname}${place}`;
}

const numbers = (text) => new Set(text ? text.split(".").map(Number) : []);

// Which rows the list is narrowed to, as a number's link asks.
function narrowed(rows) {
  const { who, beside, both, cell, failure, annotation } = view.narrow;
  const [ours, theirs] = [numbers(who), numbers(beside)];
  const worked = (among) => new Set(rows.filter((row) => among.has(row.contender)).map((row) => row.cell));
  const [mine, others] = [worked(ours), worked(theirs)];
  return rows.filter((row) =>
    (!ours.size || ours.has(row.contender) || (both && theirs.has(row.contender)))
    && (!theirs.size || (mine.has(row.cell) && others.has(row.cell)))
    && (!cell || cell.split("|").includes(row.cell))
    && (!failure || row.verdict === failure || row.verdict === `${failure}, doubtful`)
    && (!annotation || row.annotations.includes(annotation)));
}

function showNarrowed() {
  const { who, beside, cell, failure, annotation } = view.narrow;
  const named = (text) => [...numbers(text)].map((number) => DATA.contenders[number])
    .filter(Boolean).map((one) => [one.name, CONDITIONS[one.conditions]].filter(Boolean).join(", ")).join(" and ");
  const words = [named(who), beside && `on cells of ${named(beside)}, too`, cell?.replaceAll("|", " and "), failure, annotation].filter(Boolean);
  at("narrowed").hidden = !words.length;
  at("narrowed-to").textContent = words.length ? `Only ${words.join(", ")}` : "";
}

function narrow(parameters) {
  view.narrow = Object.fromEntries(NARROWED.map((name) => [name, parameters.get(name) ?? ""]));
  view.verdict = view.find = at("verdict").value = at("find").value = "";
  view.shown = PAGE;
}

function showStandings() {
  const rows = (DATA.standings[key()] ?? [])
    .map((row) => ({ ...row, who: DATA.contenders[row.contender], address: address({ who: String(row.contender) }, "#episodes") }))
    .sort((a, b) => b.speedup[0] - a.speedup[0]);  // the order of equals
  const ends = rows.flatMap((row) => row.speedup.slice(0, 3)).filter((value) => value > 0);
  view.most = Math.max(2, ...ends.map((value) => Math.max(value, 1 / value)));
  const again = (sort) => { view.standings = sort; showStandings(); };
  const columns = rows.some((row) => Object.keys(row.annotations).length) ? [...STANDINGS, ANNOTATED] : STANDINGS;
  table(at("standings"), columns, sorted(rows, columns, view.standings, view), view, view.standings, again);
}

function showList() {
  const words = view.find.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = narrowed(chosenRows()).filter((row) =>
    (view.verdict === "" || row.verdict === view.verdict)
    && words.every((word) => `${row.cell} ${row.who.name} ${row.who.kind}`.toLowerCase().includes(word)));
  const ordered = sorted(rows, EPISODES, view.list, view).slice(0, view.shown);
  const again = (sort) => { view.list = sort; showList(); };
  table(at("list"), EPISODES, ordered, view, view.list, again);
  at("shown").textContent = `${whole(ordered.length)} of ${episodes(rows.length)}`;
  at("more").hidden = ordered.length === rows.length;
  showNarrowed();
}

function showPlots() {
  const curves = DATA.curves[key("")] ?? [];
  const rows = chosenRows();
  const present = new Set([...rows, ...DATA.standings[key("")] ?? []].map((row) => row.contender));
  const toggle = (number) => {
    if (!view.hidden.delete(number)) view.hidden.add(number);
    showPlots();
    at("legend").children[[...present].sort((a, b) => a - b).indexOf(number)].focus();
  };
  legend(at("legend"), DATA.contenders, present, view.hidden, toggle);
  drawSpeedups(at("speedups"), rows, DATA.contenders, view.hidden);
  const found = drawAnytime(at("anytime"), curves, at("axis").value, at("measure").value, DATA.contenders, view.hidden);
  const absent = DATA.contenders.filter((_, number) => present.has(number) && !found.has(number)).map((who) => who.name);
  at("anytime-note").textContent = [
    view.task ? "Of all tasks of this platform and level: one task is too little for a curve." : "",
    found.size ? "Bands are 95 % intervals. An attempt counts from when it was made if its episode's verdict confirmed it." : "",
    absent.length ? `Without a value here: ${absent.join(", ")}.` : "",
  ].filter(Boolean).join(" ");
}

function remember() {
  history.replaceState(null, "", address(view.narrow, location.hash));
}

// A number's link to this page: what it asks for is shown without loading the page again.
function follow(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const target = new URL(link.href);
  if (target.pathname !== location.pathname || target.hash !== "#episodes" || !target.search) return;
  event.preventDefault();
  history.pushState(null, "", target.href);
  choose(target.searchParams);
  show();
  at("episodes").scrollIntoView();
}

function choose(asked) {
  for (const name of ["platform", "level", "task"]) view[name] = asked.get(name) ?? "";
  if (!(key() in DATA.standings)) view.platform = view.level = view.task = "";
  narrow(asked);
}

function show() {
  offer();
  const rows = chosenRows();
  const chosen = [DATA.platforms[view.platform], view.level && `level ${view.level}`, view.task].filter(Boolean);
  at("chosen").textContent = [`${episodes(rows.length)} on ${cells(new Set(rows.map((row) => row.cell)).size)}`, ...chosen].join(", ");
  showStandings();
  showList();
  showPlots();
}

// On paper every row, every table and plots of a fixed size, which the style sheet makes as wide as the page.
function forPaper() {
  ROOT.classList.add("printing");
  const closed = [...document.querySelectorAll("details:not([open])")];
  const { shown } = view;
  closed.forEach((each) => { each.open = true; });
  view.shown = Infinity;
  showList();
  showPlots();
  addEventListener("afterprint", () => {
    ROOT.classList.remove("printing");
    closed.forEach((each) => { each.open = false; });
    view.shown = shown;
    showList();
    showPlots();
  }, { once: true });
}

function start() {
  const ps = [...new Set(Object.values(DATA.standings).flat().flatMap((row) => Object.keys(row.fast)))];
  fill(at("p"), ps, "1");
  view.p = at("p").value;
  const axes = AXIS_NAMES.filter((axis) => Object.values(DATA.curves).flat().some((curve) => curve.axis === axis));
  fill(at("axis"), axes, "evaluations");
  fill(at("verdict"), [...new Set(ROWS.map((row) => row.verdict))].sort(), "", "all");
  filters.addEventListener("change", (event) => {
    view[event.target.name] = event.target.value;
    view.shown = PAGE;
    show();
    remember();
  });
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("reset", () => {
    choose(new URLSearchParams());
    show();
    remember();
  });
  at("wide").addEventListener("click", () => { narrow(new URLSearchParams()); showList(); remember(); });
  document.addEventListener("click", follow);
  addEventListener("popstate", () => { choose(new URLSearchParams(location.search)); show(); });
  at("p").addEventListener("change", (event) => { view.p = event.target.value; showStandings(); });
  at("verdict").addEventListener("change", (event) => { view.verdict = event.target.value; showList(); });
  at("find").addEventListener("input", (event) => { view.find = event.target.value; view.shown = PAGE; showList(); });
  at("more").addEventListener("click", () => { view.shown += PAGE; showList(); });
  for (const id of ["axis", "measure"]) at(id).addEventListener("change", showPlots);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showPlots);
  addEventListener("beforeprint", forPaper);
  addEventListener("resize", () => { if (!ROOT.classList.contains("printing")) showPlots(); });
  choose(new URLSearchParams(location.search));
  show();
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

start();
