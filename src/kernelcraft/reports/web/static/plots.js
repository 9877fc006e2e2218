// The two plots of the first page. Colours are Okabe and Ito's; dashes and signs tell traces apart, too.
"use strict";

const COLOURS = {
  light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f"],
  dark: ["#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#aaaaaa"],
};
const DASHES = ["solid", "dash", "dot", "dashdot", "longdash"];
const SIGNS = ["circle", "square", "diamond", "triangle-up", "x", "cross"];
const SETTINGS = { displayModeBar: false };
const ROOT = document.documentElement;
const dark = () => matchMedia("(prefers-color-scheme: dark)").matches && !ROOT.classList.contains("printing");

// Plotly reads a few tags in labels: a name is a text.
const plain = (name) => name.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const label = (who) => `${who.name} (${who.kind}${CONDITIONS[who.conditions] ? `, ${CONDITIONS[who.conditions]}` : ""}${who.rules === "strict" ? "" : `, ${who.rules}`})`;
const colour = (name) => getComputedStyle(ROOT).getPropertyValue(name).trim();

// 1000 is 1,000 and a million 1M: short enough to stand beside each other.
const short = (value) => value >= 1e6 ? `${value / 1e6}M` : value >= 1e4 ? `${value / 1e3}k` : value.toLocaleString("en-US", { maximumSignificantDigits: 4 });

// Round values from low to high: 1, 2, 5, 10, ... or fewer of them, so that neighbours stand `apart` pixels from each other.
function ticks(low, high, pixels, apart) {
  const place = (value) => pixels * Math.log(value / low) / Math.log(high / low);
  const fits = (values) => values.every((value, at) => at === 0 || place(value) - place(values[at - 1]) >= apart);
  const powers = Array.from({ length: 25 }, (_, at) => at - 12);
  for (const [digits, every] of [[[1, 2, 5], 1], [[1, 3], 1], [[1], 1], [[1], 2], [[1], 3], [[1], 6]]) {
    const values = powers.filter((power) => power % every === 0)
      .flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`))).filter((value) => low <= value && value <= high);
    if (values.length >= 3 && fits(values)) return values;
  }
  const step = 10 ** Math.floor(Math.log10((high - low) / 3));  // less than a decade or two: even steps
  for (const times of [1, 2, 5, 10, 20]) {
    const first = Math.ceil(low / (times * step));
    const count = Math.floor(high / (times * step)) - first + 1;
    const values = Array.from({ length: Math.max(0, count) }, (_, at) => Number(((first + at) * times * step).toPrecision(6)));
    if (values.length <= 6 && fits(values)) return values;
  }
  return [];
}

function logarithmic(values, title, pixels, apart) {
  const found = values.filter((value) => value > 0);
  const low = Math.min(...found), high = Math.max(...found, 1.2 * low);
  const edge = 0.03 * Math.log10(high / low);
  const tickvals = ticks(low, high, pixels, apart);
  return { type: "log", title: { text: title }, tickmode: "array", tickvals, ticktext: tickvals.map(short), tickangle: 0,
    range: [Math.log10(low) - edge, Math.log10(high) + edge] };
}

const across = (target) => [target.clientWidth - 90, 52];  // pixels of the axis, and between its labels at least
const upwards = (target) => [target.clientHeight - 80, 24];
const shares = (title) => ({ title: { text: title }, tickformat: ".0%", dtick: 0.2, range: [-0.02, 1.03] });

function look(number) {
  const colours = COLOURS[dark() ? "dark" : "light"];
  const color = colours[number % colours.length];
  return {
    line: { color, dash: DASHES[Math.floor(number / colours.length) % DASHES.length], width: 2 },
    marker: { color, symbol: SIGNS[number % SIGNS.length], size: 7 },
  };
}

// One plot, as large as its place. A view box lets print scale what was drawn.
function draw(target, traces, x, y, shapes = []) {
  const axis = { gridcolor: colour("--line"), zeroline: false, linecolor: colour("--strong"), ticks: "outside", tickcolor: colour("--strong"), automargin: true };
  const [width, height] = [target.clientWidth, target.clientHeight];
  Plotly.react(target, traces, {
    width, height, shapes, showlegend: false,
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: getComputedStyle(document.body).fontFamily, size: 12, color: colour("--soft") },
    margin: { l: 10, r: 20, t: 18, b: 10 },
    hoverlabel: { namelength: -1 },
    xaxis: { ...axis, ...x }, yaxis: { ...axis, ...y },
  }, SETTINGS);
  for (const svg of target.querySelectorAll(".main-svg")) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
}

// What stands for a trace in the legend: its line with its sign.
const STROKES = { solid: "", dash: "7 4", dot: "2 3", dashdot: "7 3 2 3", longdash: "12 4" };
const SHAPES = {
  circle: "M13,6a4,4 0 1,0 8,0a4,4 0 1,0 -8,0", square: "M13,2h8v8h-8z", diamond: "M17,1l5,5l-5,5l-5,-5z",
  "triangle-up": "M17,1l5,9h-10z", x: "M14,3l6,6m0,-6l-6,6", cross: "M12,6h10m-5,-5v10",
};

function swatch(number) {
  const { line, marker } = look(number);
  const picture = drawn("svg", { width: 34, height: 12, viewBox: "0 0 34 12", "aria-hidden": "true" });
  picture.append(
    drawn("path", { d: "M0,6H34", fill: "none", stroke: line.color, "stroke-width": 2, "stroke-dasharray": STROKES[line.dash] }),
    drawn("path", { d: SHAPES[marker.symbol], fill: marker.color, stroke: marker.color, "stroke-width": 2 }));
  return picture;
}

// Who stands in the plots; a button hides and shows its lines in both.
function legend(target, contenders, present, hidden, toggle) {
  target.replaceChildren(...contenders.map((who, number) => ({ who, number })).filter(({ number }) => present.has(number)).map(({ who, number }) => {
    const key = element("button", null, { type: "button", "aria-pressed": !hidden.has(number) });
    key.append(swatch(number), element("span", label(who)));
    key.addEventListener("click", () => toggle(number));
    return key;
  }));
}

// Steps of the share of episodes above each speedup, failures among those below; a flat line where nothing was solved.
function distribution(rows) {
  const speedups = rows.map((row) => row.speedup ?? 0).sort((a, b) => a - b);
  const solved = speedups.filter((value) => value > 0);
  if (!speedups.length) return { x: [], y: [] };
  if (!solved.length) return { x: [0.5, 1, 2], y: [0, 0, 0] };
  const x = [Math.min(0.5, solved[0])], y = [solved.length / speedups.length];
  solved.forEach((value, place) => {
    x.push(value);
    y.push((solved.length - place - 1) / speedups.length);
  });
  return { x, y };
}

function drawSpeedups(target, rows, contenders, hidden) {
  const traces = contenders.map((who, number) => {
    const mine = rows.filter((row) => row.contender === number && row.timed && !hidden.has(number));
    const { x, y } = distribution(mine);
    return { x, y, n: mine.length, type: "scatter", mode: "lines", name: plain(label(who)), ...look(number),
      line: { ...look(number).line, shape: "hv" }, hovertemplate: "%{y:.1%} faster than %{x:.3g}x" };
  }).filter((trace) => trace.x.length);
  const most = Math.max(2, ...traces.flatMap((trace) => trace.x));
  for (const trace of traces) {  // every line goes on to the right edge
    trace.x.push(most);
    trace.y.push(trace.y.at(-1));
  }
  const one = { type: "line", x0: 1, x1: 1, yref: "paper", y0: 0, y1: 1, line: { color: colour("--strong"), width: 1 } };
  const x = logarithmic([0.5, most, ...traces.flatMap((trace) => trace.x)], "speedup p over the baseline", ...across(target));
  draw(target, traces, x, shares("share of episodes"), [one]);
}

function band(points, number) {
  const inside = points.filter((point) => point[1] !== null && point[2] !== null && point[3] !== null);
  const x = [...inside.map((p) => p[0]), ...inside.map((p) => p[0]).reverse()];
  const y = [...inside.map((p) => p[3]), ...inside.map((p) => p[2]).reverse()];
  return { x, y, type: "scatter", mode: "lines", fill: "toself", fillcolor: look(number).line.color, opacity: 0.13,
    line: { width: 0 }, hoverinfo: "skip" };
}

// The contenders that have points on the axis.
function drawAnytime(target, curves, axis, measure, contenders, hidden) {
  const traces = [], found = new Set();
  for (const curve of curves.filter((each) => each.axis === axis)) {
    const points = curve[measure].filter((point) => point[1] !== null);
    const number = curve.contender;
    if (!points.length) continue;
    found.add(number);
    if (hidden.has(number)) continue;
    traces.push(band(points, number));
    traces.push({ x: points.map((p) => p[0]), y: points.map((p) => p[1]), type: "scatter", mode: "lines+markers",
      name: plain(label(contenders[number])), ...look(number), hovertemplate: measure === "solved" ? "%{y:.1%} by %{x}" : "%{y:.3f}x by %{x}" });
  }
  const all = (name) => traces.flatMap((trace) => trace[name]);
  const y = measure === "solved" ? shares("share of episodes solved")
    : logarithmic([1, ...all("y")], "geometric mean speedup", ...upwards(target));
  draw(target, traces, logarithmic([1, 2, ...all("x")], axis, ...across(target)), y);
  return found;
}
