"use strict";
// All text goes through textContent: nothing of an artifact is ever markup.
const data = JSON.parse(document.getElementById("data").textContent);
const overview = document.getElementById("overview"), view = document.getElementById("task");
const list = document.querySelector("#list tbody"), rows = [...list.rows];
const byAnchor = new Map(data.tasks.map((task) => [task.anchor, task]));
let scrolled = 0;

function make(tag, options, ...children) {
  const { text, ...attributes } = options || {};
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  element.append(...children.filter(Boolean));
  return element;
}
const words = (outcome) => outcome.replace("_", " ");
const number = (value) => String(Math.round(value * 100) / 100);
const interval = ([low, high]) => (low === high ? number(low) : `${number(low)}-${number(high)}`);

// -- the list ---------------------------------------------------------------------------------------------------
const filter = document.getElementById("filter"), app = document.getElementById("app");
const outcome = document.getElementById("outcome"), shown = document.getElementById("shown");

function narrow() {
  const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const { words: own, app: kind, outcomes } = row.dataset;
    const fits = wanted.every((word) => own.includes(word)) && (!app.value || kind === app.value)
      && (!outcome.value || outcomes.split(" ").includes(outcome.value));
    row.hidden = !fits;
    count += fits;
  }
  shown.textContent = `${count} of ${rows.length}`;
}
for (const control of [filter, app, outcome]) control.addEventListener("input", narrow);

function sort(header) {
  const key = header.dataset.key, numeric = header.classList.contains("n");
  const descending = header.getAttribute("aria-sort") === (numeric ? null : "ascending") || (numeric && header.getAttribute("aria-sort") !== "descending");
  for (const other of header.parentNode.cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const compared = (a, b) => numeric ? a.dataset[key] - b.dataset[key] : a.dataset[key].localeCompare(b.dataset[key], "en", { numeric: true });
  rows.sort((a, b) => (descending ? -1 : 1) * compared(a, b));
  list.append(...rows);
}
for (const header of document.querySelectorAll("#list th[data-key]")) header.querySelector("button").addEventListener("click", () => sort(header));

// -- a task -----------------------------------------------------------------------------------------------------
function about(task) {
  const run = task.run || {};
  const parts = [`run: ${task.cause || task.state}`, run.duration_s != null && `${number(run.duration_s)} s`,
    run.cost_usd != null && `${number(run.cost_usd)} USD`, task.interface, task.isolation, task.trace && `trace ${task.trace}`];
  return parts.filter(Boolean).join(", ");
}

// A page of the artifact with boxes on it; made when it is asked for: the picture is in the document once.
function placed(task, entries, page) {
  const image = make("img", { src: task.pages[page - 1], alt: `Page ${page} with ${entries.length} marked places` });
  const figure = make("div", { class: "marked" }, image);
  entries.forEach((entry, index) => {
    const box = make("span", { class: `mark${entry.outcome ? ` m-${entry.outcome}` : ""}`, title: entry.label || entry.name, text: entries.length > 1 ? String(index + 1) : "" });
    ["left", "top", "width", "height"].forEach((side, place) => { box.style[side] = `${100 * entry.box[place]}%`; });
    figure.append(box);
  });
  return figure;
}

const letters = (column) => (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
function area(cells) {
  const ends = cells.split(":").map((cell) => /^([A-Z]+)(\d+)$/.exec(cell)).filter(Boolean).map(([, name, row]) =>
    [Number(row) - 1, [...name].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1]);
  if (!ends.length) return null;
  const [[top, left], [bottom, right]] = [ends[0], ends[ends.length - 1]];
  return { holds: (row, column) => row >= top && row <= bottom && column >= left && column <= right, near: (row) => row === 0 || (row >= top - 1 && row <= Math.min(bottom, top + 3) + 1) };
}

function excerpt(task, entries, tab) {
  const { column: first, rows: all } = task.excerpts[tab];
  const areas = entries.map((entry) => area(entry.cell)).filter(Boolean);
  const near = all.filter(([row]) => areas.some((one) => one.near(row)));
  const head = make("tr", {}, make("th", { scope: "col", text: tab }), ...(near[0] ? near[0][1] : []).map((_, place) => make("th", { scope: "col", text: letters(first + place) })));
  const body = near.map(([row, texts]) => make("tr", {}, make("th", { scope: "row", text: String(row + 1) }),
    ...texts.map((text, place) => make("td", { class: areas.some((one) => one.holds(row, first + place)) ? "named" : null, text }))));
  return make("div", { class: "scroll" }, make("table", { class: "excerpt" }, make("thead", {}, head), make("tbody", {}, ...body)));
}

function later(words, build) {
  const details = make("details", { class: "where" }, make("summary", { text: words }));
  details.addEventListener("toggle", () => { if (details.open && details.childElementCount === 1) details.append(build()); });
  return details;
}

// Where a step's things stand: one picture per page, one table per tab.
function where(step, task) {
  const found = [...step.evidence, ...step.items.filter((item) => item.outcome !== "passed"), ...step.items.filter((item) => item.outcome === "passed")];
  const byPage = new Map(), byTab = new Map(), elsewhere = new Set();
  const into = (map, key, entry) => { if (!map.has(key)) map.set(key, []); if (map.get(key).length < 30) map.get(key).push(entry); };
  for (const entry of found) {
    if (Array.isArray(entry.box) && entry.page <= task.pages.length) into(byPage, entry.page, entry);
    else if (entry.page > task.pages.length) elsewhere.add(entry.page);
    if (typeof entry.cell === "string" && Object.hasOwn(task.excerpts, entry.tab)) into(byTab, entry.tab, entry);
  }
  const names = (entries) => [...new Set(entries.map((entry) => entry.cell))].slice(0, 6).join(", ");
  return [...[...byPage].map(([page, entries]) => later(`on page ${page}`, () => placed(task, entries, page))),
    ...[...byTab].map(([tab, entries]) => later(`in ${tab}: ${names(entries)}`, () => excerpt(task, entries, tab))),
    elsewhere.size ? make("div", { class: "soft", text: `on page ${[...elsewhere].slice(0, 6).join(", ")}, of which there is no picture here` }) : null].filter(Boolean);
}

function question(asked) {
  const votes = asked.votes.map(([model, vote, answer, reason]) => make("div", {}, make("strong", { text: answer }), ` ${reason} `, make("span", { class: "soft", text: `(${model}, vote ${vote})` })));
  const images = asked.images.map(([label, source]) => make("figure", {}, source ? make("img", { src: source, alt: label }) : null, make("figcaption", { text: source ? label : `${label} (no picture kept)` })));
  return make("div", { class: "asked" }, make("p", { class: "text", text: asked.text }),
    ...asked.evidence.map(([label, text]) => make("details", { open: text.length < 400 ? "" : null }, make("summary", { text: label }), make("pre", { text }))),
    images.length ? make("div", { class: "shown" }, ...images) : null, ...votes);
}

function proof(entry) {
  const line = make("div", { class: "soft", text: `${entry.label}: ${entry.value}` });
  if (data.questions[entry.asked]) {
    const votes = data.questions[entry.asked].votes.length;
    return make("div", {}, line, later(`question, evidence and ${votes === 1 ? "answer" : `${votes} votes`}`, () => question(data.questions[entry.asked])));
  }
  if (entry.answers) line.append(` (asked in answers/${entry.answers[0]}.json)`);
  return line;
}

function evidence(step, task) {
  const cell = make("td", { class: "reason" });
  if (step.reason) cell.append(make("div", { text: step.reason }));
  if (step.items.length) {
    const items = step.items.map((item) => make("div", {}, make("span", { class: `o-${item.outcome}`, text: item.outcome }),
      ` ${item.name}${item.reason ? `: ${item.reason}` : ""}`));
    const open = step.items.some((item) => item.outcome !== "passed") ? "" : null;
    cell.append(make("details", { class: "items", open }, make("summary", { text: `${step.items.length} items` }), ...items));
  }
  for (const entry of step.evidence) cell.append(proof(entry));
  cell.append(...where(step, task));
  if ((step.differences || []).length) cell.append(make("div", { class: "soft tiny", text: `the reference grader may decide otherwise: ${step.differences.slice(0, 12).join(", ")}${step.differences.length > 12 ? ", ..." : ""} (docs/differences.md)` }));
  if (step.need) cell.append(make("div", { class: "soft", text: `needs ${step.need}${step.mend ? `: ${step.mend}` : ""}` }));
  return cell;
}

function differs(step, task) {
  return data.others.some((other) => {
    const old = other.steps[`${task.task_id}|${task.trial}|${step.slug}`];
    return old && (old[0] !== step.outcome || old[1] !== step.points);
  });
}

function stepRow(step, task) {
  const name = make("td", {}, `${step.checkpoint}.${step.position} ${step.title}`, make("br"), make("code", { class: "soft", title: step.id, text: step.slug }));
  const cells = [name, make("td", { class: `o-${step.outcome}`, text: words(step.outcome) + (step.scored ? "" : " (information)") }),
    make("td", { class: "n", text: `${number(step.points)} of ${number(step.max)}` })];
  for (const other of data.others) {
    const old = other.steps[`${task.task_id}|${task.trial}|${step.slug}`];
    cells.push(make("td", { class: old ? `o-${old[0]}` : "soft", title: old ? old[2] : null, text: old ? `${words(old[0])} ${number(old[1])}` : "none" }));
  }
  cells.push(make("td", { title: step.category, text: step.mechanism }), evidence(step, task));
  return make("tr", { "data-slug": step.slug, class: differs(step, task) ? "now" : null, "data-same": data.others.length && !differs(step, task) ? "" : null }, ...cells);
}

function checkpoint(number_, steps, task) {
  const sum = (key) => steps.reduce((total, step) => total + step[key], 0);
  const head = ["step", "outcome", "points", ...data.others.map((other) => other.name), "mechanism", "reason and evidence"];
  const header = make("tr", {}, ...head.map((text) => make("th", { scope: "col", class: text === "points" ? "n" : null, text })));
  const table = make("table", { class: "steps" }, make("thead", {}, header), make("tbody", {}, ...steps.map((step) => stepRow(step, task))));
  return make("details", { open: "" }, make("summary", {}, make("strong", { text: `Checkpoint ${number_} ` }),
    make("span", { class: "soft", text: `${interval([sum("points"), sum("highest")])} of ${number(sum("max"))}` })), make("div", { class: "scroll" }, table));
}

function pages(task) {
  const images = task.pages.map((source, index) => {
    const image = make("img", { src: source, alt: `Page ${index + 1} of the artifact`, tabindex: "0", loading: "lazy" });
    const turn = () => image.classList.toggle("large");
    image.addEventListener("click", turn);
    image.addEventListener("keydown", (event) => { if (event.key === "Enter") turn(); });
    return image;
  });
  return images.length ? make("div", { class: "pages" }, ...images) : null;
}

function visited(task) {
  if (!task.visited.length) return null;
  const links = task.visited.map((url) => make("li", { class: "text", text: url }));
  return make("details", {}, make("summary", { text: `${task.visited_count} visited URLs` }), make("ol", { class: "visited" }, ...links));
}

function tools(task) {
  const order = rows.filter((row) => !row.hidden).map((row) => row.querySelector("a").hash.slice(1));
  const place = order.indexOf(task.anchor);
  const to = (anchor, text) => { const button = make("button", { type: "button", class: "plain", text, disabled: anchor ? null : "" });
    button.addEventListener("click", () => { location.hash = anchor; }); return button; };
  const back = make("button", { type: "button", class: "plain", text: "All tasks (Esc)" });
  back.addEventListener("click", home);
  const bar = make("div", { class: "tools" }, back, to(order[place - 1], "Previous (k)"), to(order[place + 1], "Next (j)"));
  if (data.others.length) {
    const only = make("input", { type: "checkbox", id: "only" });
    only.addEventListener("change", () => { for (const row of view.querySelectorAll("tr[data-same]")) row.hidden = only.checked; });
    bar.append(make("label", {}, only, " only differences"));
  }
  return bar;
}

const stepOf = (row) => Object.fromEntries(data.fields.map((name, place) => [name, row[place]]));

function show(task, slug) {
  const grouped = new Map();
  for (const step of task.steps.map(stepOf)) grouped.set(step.checkpoint, [...(grouped.get(step.checkpoint) || []), step]);
  const title = make("h1", { tabindex: "-1" }, task.name + " ", make("span", { class: "soft", text: `${interval(task.points)} of ${number(task.max)} points` }));
  view.replaceChildren(...[tools(task), title,
    make("p", { class: "soft text", text: `${task.artifact} · ${task.group} · ${task.domain} · instance ${task.instance} · ${about(task)}` }),
    task.run && task.run.error ? make("pre", { class: "o-error", text: task.run.error }) : null, pages(task),
    task.prompt ? make("details", {}, make("summary", { text: "Prompt" }), make("pre", { text: task.prompt })) : null, visited(task),
    ...[...grouped].map(([checkpointNumber, steps]) => checkpoint(checkpointNumber, steps, task))].filter(Boolean));
  overview.hidden = true;
  view.hidden = false;
  scrollTo(0, 0);
  title.focus({ preventScroll: true });
  const row = slug ? [...view.querySelectorAll("tbody tr")].find((one) => one.dataset.slug === slug) : null;
  if (row) { row.classList.add("aim"); row.scrollIntoView({ block: "center" }); }
}

function home() {
  if (location.hash) history.pushState(null, "", location.pathname + location.search);
  route();
}

function route() {
  let anchor = location.hash.slice(1);
  try { anchor = decodeURIComponent(anchor); } catch { /* a hash that was no URL encoding is an anchor as it stands */ }
  const [, taskAnchor, slug] = /^(.*?)(?:\/([^/]*))?$/s.exec(anchor);
  const task = byAnchor.get(anchor) || byAnchor.get(taskAnchor);
  if (task) {
    if (view.hidden) scrolled = scrollY;
    show(task, byAnchor.has(anchor) ? "" : slug);
  } else if (!view.hidden) {
    view.hidden = true;
    overview.hidden = false;
    scrollTo(0, scrolled);
  }
}
addEventListener("hashchange", route);
addEventListener("popstate", route);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT/.test(event.target.tagName)) return;
  const buttons = view.querySelectorAll(".tools button");
  if (event.key === "/" && view.hidden) { event.preventDefault(); filter.focus(); }
  if (event.key === "Escape" && !view.hidden) home();
  if (!view.hidden && event.key === "j") buttons[2].click();
  if (!view.hidden && event.key === "k") buttons[1].click();
});
route();
