// The two plots of the first page. Colours are Okabe and Ito's; dashes and signs tell traces apart, too.
"use strict";

const COLOURS = {
  light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f"],
  dark: ["#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#aaaaaa"],
};
const DASHES = ["solid", "dash", "dot", "dashdot", "longdash"];
const SIGNS = ["circle", "square", "diamond", "triangle-up", "x", "cross"];
const SETTINGS = { displayModeBar: false, responsive: true };

// Plotly reads a few tags in labels: a name is a text.
const plain = (name) => name.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const label = (who) => plain(`${who.name} (${who.kind}${who.sizes === "published" ? "" : ", held-out sizes"}${who.profile === "strict" ? "" : `, ${who.profile}`})`);
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// 1, 2, 5, 10, ... with whole labels: Plotly's own shorten all but the powers of ten.
const TICKS = Array.from({ length: 14 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** (power - 3))).flat();
const LOG = { type: "log", tickmode: "array", tickvals: TICKS, ticktext: TICKS.map((each) => Number(each.toPrecision(1)).toLocaleString("en-US")) };

function look(number) {
  const colours = COLOURS[matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"];
  const color = colours[number % colours.length];
  return {
    line: { color, dash: DASHES[Math.floor(number / colours.length) % DASHES.length], width: 2 },
    marker: { color, symbol: SIGNS[number % SIGNS.length], size: 7 },
  };
}

function frame(x, y) {
  const axis = { gridcolor: colour("--line"), zerolinecolor: colour("--line"), linecolor: colour("--strong"), automargin: true };
  return {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: getComputedStyle(document.body).fontFamily, size: 12, color: colour("--soft") },
    margin: { l: 10, r: 16, t: 14, b: 10 },
    legend: { orientation: "h", yref: "container", y: 0, yanchor: "bottom", font: { color: colour("--ink") } },
    hoverlabel: { namelength: -1 },
    xaxis: { ...axis, ...x }, yaxis: { ...axis, ...y },
  };
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

function drawSpeedups(target, rows, contenders) {
  const traces = contenders.map((who, number) => {
    const mine = rows.filter((row) => row.contender === number && row.timed);
    const { x, y } = distribution(mine);
    return { x, y, n: mine.length, type: "scatter", mode: "lines", name: label(who), ...look(number),
      line: { ...look(number).line, shape: "hv" }, hovertemplate: "%{y:.1%} faster than %{x:.3g}x" };
  }).filter((trace) => trace.x.length);
  const one = { type: "line", x0: 1, x1: 1, yref: "paper", y0: 0, y1: 1, line: { color: colour("--strong"), width: 1 } };
  Plotly.react(target, traces, {
    ...frame({ ...LOG, title: { text: "speedup p over the baseline" } },
      { title: { text: "share of episodes" }, tickformat: ".0%", range: [0, 1.03] }), shapes: [one],
  }, SETTINGS);
}

function band(curve, points, number) {
  const inside = points.filter((point) => point[1] !== null && point[2] !== null && point[3] !== null);
  const x = [...inside.map((p) => p[0]), ...inside.map((p) => p[0]).reverse()];
  const y = [...inside.map((p) => p[3]), ...inside.map((p) => p[2]).reverse()];
  return { x, y, type: "scatter", mode: "lines", fill: "toself", fillcolor: look(number).line.color, opacity: 0.13,
    line: { width: 0 }, hoverinfo: "skip", showlegend: false };
}

function drawAnytime(target, curves, axis, measure, contenders, present) {
  const traces = [];
  for (const curve of curves.filter((each) => each.axis === axis)) {
    const points = curve[measure].filter((point) => point[1] !== null);
    if (!points.length) continue;
    const number = curve.contender;
    traces.push(band(curve, points, number));
    traces.push({ x: points.map((p) => p[0]), y: points.map((p) => p[1]), type: "scatter", mode: "lines+markers",
      name: label(contenders[number]), ...look(number), hovertemplate: measure === "solved" ? "%{y:.1%} by %{x}" : "%{y:.3f}x by %{x}" });
  }
  const drawn = traces.length > 0;
  contenders.forEach((who, number) => {  // who spent nothing, or has no measure, is named all the same
    if (drawn && present.has(number) && !traces.some((each) => each.name === label(who)))
      traces.push({ x: [null], y: [null], type: "scatter", mode: "lines+markers", name: `${label(who)}: no value`, ...look(number), showlegend: true });
  });
  const y = measure === "solved"
    ? { title: { text: "share of episodes solved" }, tickformat: ".0%", range: [0, 1.03] }
    : { ...LOG, title: { text: "geometric mean speedup" } };
  Plotly.react(target, traces, frame({ ...LOG, title: { text: axis } }, y), SETTINGS);
  return drawn;
}
