// The timeline of a kernel: tracks of events over cycles, to zoom and to move. Texts are only ever set as text.
"use strict";

const DATA = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const canvas = at("timeline");
const pen = canvas.getContext("2d");
const ROW = 22, GAP = 26, AXIS = 24, LEVEL = 44, LEAST = 8;  // pixels; cycles that a view has at least
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#6b5b95", "#7f7f7f"];
const whole = (value) => value.toLocaleString("en-US");
const plural = (count, name) => `${whole(count)} ${name}${count === 1 ? "" : "s"}`;
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Events as [begin, end, name, line]; the data has distances.
const TRACKS = DATA.groups.flatMap((group) => group.tracks.map((track, index) => {
  let cycle = 0;
  const events = track.events.map(([distance, length, name, line]) => {
    const begin = cycle + distance;
    cycle = begin + length;
    return [begin, cycle, name, line];
  });
  return { group: group.name, first: index === 0, name: track.name, events };
}));
const FIRST = Math.min(DATA.begin, ...TRACKS.map((track) => track.events.length ? track.events[0][0] : DATA.begin));
const LAST = Math.max(DATA.end, ...TRACKS.map((track) => track.events.length ? track.events.at(-1)[1] : DATA.end), FIRST + LEAST);
const view = { from: FIRST, to: LAST, track: 0, event: null, margin: 0 };

// The place of the first event that ends after a cycle.
function after(events, cycle) {
  let low = 0, high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle][1] > cycle) high = middle; else low = middle + 1;
  }
  return low;
}

const room = () => canvas.clientWidth - view.margin;
const place = (cycle) => view.margin + (cycle - view.from) / (view.to - view.from) * room();
const cycleAt = (x) => view.from + (x - view.margin) / room() * (view.to - view.from);

function look(from, to) {
  const length = Math.min(Math.max(to - from, LEAST), LAST - FIRST);
  view.from = Math.min(Math.max(from, FIRST), LAST - length);
  view.to = view.from + length;
  show();
}

function zoom(times, around = (view.from + view.to) / 2) {
  const length = Math.min(Math.max((view.to - view.from) * times, LEAST), LAST - FIRST);
  const share = (around - view.from) / (view.to - view.from);
  look(around - share * length, around + (1 - share) * length);
}

const move = (share) => look(view.from + share * (view.to - view.from), view.to + share * (view.to - view.from));

// Where each track stands: its top, and the titles of groups above.
function layout() {
  let y = AXIS;
  for (const track of TRACKS) {
    if (track.first) y += GAP;
    track.y = y;
    y += ROW;
  }
  for (const level of DATA.levels) {
    level.y = y + GAP;
    y += GAP + LEVEL;
  }
  return y + 6;
}

function drawAxis(height) {
  const step = [1, 2, 5].flatMap((digit) => Array.from({ length: 9 }, (_, power) => digit * 10 ** power)).sort((a, b) => a - b)
    .find((each) => place(view.from + each) - view.margin >= 80) ?? LAST - FIRST;
  pen.textAlign = "center";
  for (let cycle = Math.ceil(view.from / step) * step; cycle <= view.to; cycle += step) {
    pen.fillStyle = css("--line");
    pen.fillRect(place(cycle), AXIS - 4, 1, height - AXIS);
    pen.fillStyle = css("--soft");
    if (place(cycle) < canvas.clientWidth - 20) pen.fillText(whole(cycle), place(cycle), 14);
  }
  pen.textAlign = "left";
}

// Of a track: events as wide as they are; narrower than a pixel, a column's share of busy cycles.
function drawTrack(track) {
  const pixel = (view.to - view.from) / room();
  let column = -1, busy = 0, colour = "";
  const flush = () => {
    if (column < 0) return;
    pen.globalAlpha = Math.min(1, 0.15 + 0.85 * busy / pixel);
    pen.fillStyle = colour;
    pen.fillRect(column, track.y + 2, 1, ROW - 4);
    pen.globalAlpha = 1;
    column = -1;
  };
  for (let index = after(track.events, view.from - 1); index < track.events.length; index++) {
    const [begin, end, name] = track.events[index];
    if (begin > view.to) break;
    const left = Math.max(place(begin), view.margin), right = Math.min(place(end), canvas.clientWidth);
    if (right < view.margin) continue;
    if (right - left < 1.5) {
      if (Math.floor(left) !== column) {
        flush();
        [column, busy] = [Math.floor(left), 0];
      }
      busy += end - begin;
      colour = COLOURS[name % COLOURS.length];
      continue;
    }
    flush();
    pen.fillStyle = COLOURS[name % COLOURS.length];
    pen.fillRect(left, track.y + 2, Math.max(right - left - (right - left > 4 ? 1 : 0), 1), ROW - 4);
    if (right - left > 24) label(DATA.names[name], left + 4, track.y + 15, right - left - 8);
  }
  flush();
}

function label(text, x, y, width) {
  let shown = text;
  if (pen.measureText(shown).width > width) {
    const letters = Math.floor(text.length * width / pen.measureText(text).width) - 1;
    if (letters < 2) return;
    shown = `${text.slice(0, letters)}…`;
  }
  pen.fillStyle = "#ffffff";
  pen.fillText(shown, x, y);
}

function drawLevel(level) {
  const most = Math.max(1, ...level.points.map(([, value]) => value));
  pen.fillStyle = COLOURS[0];
  pen.globalAlpha = 0.6;
  level.points.forEach(([cycle, value], index) => {
    const end = index + 1 < level.points.length ? level.points[index + 1][0] : LAST;
    const left = Math.max(place(cycle), view.margin), right = Math.min(place(end), canvas.clientWidth);
    const height = value / most * (LEVEL - 4);
    if (right > left) pen.fillRect(left, level.y + LEVEL - height, right - left, height);
  });
  pen.globalAlpha = 1;
  name(`${level.name}, at most ${most}`, level.y - 6, true);
}

function name(text, y, strong = false) {
  pen.fillStyle = css(strong ? "--ink" : "--soft");
  pen.fillText(text, 2, y, strong ? canvas.clientWidth : view.margin - 8);
}

function draw() {
  const height = layout(), scale = devicePixelRatio || 1;
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(canvas.clientWidth * scale);
  canvas.height = Math.round(height * scale);
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const widest = Math.max(...TRACKS.map((track) => pen.measureText(track.name).width), 60);
  view.margin = Math.round(Math.min(widest + 14, canvas.clientWidth / 3));
  drawAxis(height);
  TRACKS.forEach((track, index) => {
    if (track.first) name(track.group, track.y - 7, true);
    if (index === view.track) {
      pen.fillStyle = css("--wash");
      pen.fillRect(0, track.y, view.margin - 2, ROW);
    }
    name(track.name, track.y + 15);
    drawTrack(track);
  });
  DATA.levels.forEach(drawLevel);
  drawChosen();
}

function drawChosen() {
  if (view.event === null) return;
  const track = TRACKS[view.track], [begin, end] = track.events[view.event];
  const left = Math.max(place(begin), view.margin), right = Math.min(place(end), canvas.clientWidth);
  if (right < view.margin || left > canvas.clientWidth) return;
  pen.strokeStyle = css("--ink");
  pen.lineWidth = 2;
  pen.strokeRect(left - 1, track.y + 1, Math.max(right - left, 1) + 2, ROW - 2);
}

// Cycles of the names on a track, as far as they are in view.
function sums(track) {
  const found = new Map();
  for (let index = after(track.events, view.from); index < track.events.length; index++) {
    const [begin, end, name] = track.events[index];
    if (begin >= view.to) break;
    const cycles = Math.min(end, view.to) - Math.max(begin, view.from);
    if (cycles > 0) found.set(name, (found.get(name) ?? 0) + cycles);
  }
  return [...found].sort((a, b) => b[1] - a[1]);
}

function table(title, rows) {
  const made = document.createElement("table");
  const add = (parent, kind, text, attributes = {}) => {
    const cell = parent.appendChild(document.createElement(kind));
    cell.textContent = text;
    for (const [key, value] of Object.entries(attributes)) cell.setAttribute(key, value);
    return cell;
  };
  add(made, "caption", title);
  const body = made.appendChild(document.createElement("tbody"));
  for (const [text, cycles] of rows) {
    const row = body.appendChild(document.createElement("tr"));
    add(row, "th", text, { scope: "row" });
    add(row, "td", whole(Math.round(cycles * 10) / 10), { class: "number" });
  }
  return made;
}

function show() {
  draw();
  canvas.dataset.from = view.from;
  canvas.dataset.to = view.to;
  at("where").textContent = `cycles ${whole(Math.floor(view.from))} to ${whole(Math.ceil(view.to))}`;
  const byName = (track) => sums(track).slice(0, 12).map(([each, cycles]) => [DATA.names[each], cycles]);
  const busy = TRACKS.slice(2).map((track) => [track.name, sums(track).reduce((sum, [, cycles]) => sum + cycles, 0)]);
  at("seen").replaceChildren(
    table("Why time passed", byName(TRACKS[1])), table("Instructions, most first", byName(TRACKS[0])),
    table("Busy", busy.filter(([, cycles]) => cycles > 0).slice(0, 40)));
}

function choose(track, event) {
  [view.track, view.event] = [track, event];
  const told = at("chosen"), chosen = TRACKS[track];
  if (event === null) {
    told.textContent = `track ${chosen.name}`;
  } else {
    const [begin, end, each, line] = chosen.events[event];
    told.textContent = `${chosen.name}: ${DATA.names[each]}, cycles ${whole(begin)} to ${whole(end)} (${plural(end - begin, "cycle")})`;
    if (line) {
      const link = document.createElement("a");
      link.href = `${at("page").getAttribute("href")}#L${line}`;
      link.textContent = `line ${line}`;
      told.append(", ", link, `: ${DATA.lines[line]}`);
    }
    if (end <= view.from || begin >= view.to) return look(begin - (view.to - view.from) / 2, begin + (view.to - view.from) / 2);
  }
  draw();
}

// The next or previous event of the chosen track; the first in view where none is chosen.
function step(by) {
  const { events } = TRACKS[view.track];
  const next = view.event === null ? after(events, view.from) : view.event + by;
  if (next >= 0 && next < events.length) choose(view.track, next);
}

const KEYS = {
  ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2),
  ArrowUp: () => choose(Math.max(view.track - 1, 0), null),
  ArrowDown: () => choose(Math.min(view.track + 1, TRACKS.length - 1), null),
  "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), 0: () => look(FIRST, LAST), Home: () => look(FIRST, LAST),
  n: () => step(1), p: () => step(-1),
};

function start() {
  canvas.addEventListener("keydown", (event) => {
    const act = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) move((event.deltaX || event.deltaY) / 1000);
    else zoom(2 ** (event.deltaY / 200), cycleAt(event.offsetX));
  }, { passive: false });
  let held = null;
  canvas.addEventListener("pointerdown", (event) => {
    held = { x: event.offsetX, from: view.from, to: view.to, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!held || Math.abs(event.offsetX - held.x) < 3 && !held.moved) return;
    held.moved = true;
    const cycles = (held.x - event.offsetX) / room() * (held.to - held.from);
    look(held.from + cycles, held.to + cycles);
  });
  canvas.addEventListener("pointerup", (event) => {
    if (held && !held.moved) pick(event.offsetX, event.offsetY);
    held = null;
  });
  at("in").addEventListener("click", () => zoom(0.5));
  at("out").addEventListener("click", () => zoom(2));
  at("earlier").addEventListener("click", () => move(-0.5));
  at("later").addEventListener("click", () => move(0.5));
  at("all").addEventListener("click", () => look(FIRST, LAST));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  addEventListener("resize", show);
  show();
}

function pick(x, y) {
  const track = TRACKS.findIndex((each) => each.y <= y && y < each.y + ROW);
  if (track < 0) return;
  const { events } = TRACKS[track], cycle = cycleAt(x), near = 3 / room() * (view.to - view.from);
  const found = after(events, cycle - near);
  const hit = x >= view.margin && found < events.length && events[found][0] <= cycle + near;
  choose(track, hit ? found : null);
}

start();
