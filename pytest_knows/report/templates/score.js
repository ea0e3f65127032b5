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

function evidence(step) {
  const cell = make("td", { class: "reason" });
  if (step.reason) cell.append(make("div", { text: step.reason }));
  if (step.items.length) {
    const items = step.items.map((item) => make("div", {}, make("span", { class: `o-${item.outcome}`, text: item.outcome }),
      ` ${item.name}${item.reason ? `: ${item.reason}` : ""}`));
    const open = step.items.some((item) => item.outcome !== "passed") ? "" : null;
    cell.append(make("details", { class: "items", open }, make("summary", { text: `${step.items.length} items` }), ...items));
  }
  for (const entry of step.evidence) cell.append(make("div", { class: "soft", text: `${entry.label}: ${entry.value}` }));
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
  cells.push(make("td", { title: step.category, text: step.mechanism }), evidence(step));
  return make("tr", { class: differs(step, task) ? "now" : null, "data-same": data.others.length && !differs(step, task) ? "" : null }, ...cells);
}

function checkpoint(number_, steps, task) {
  const sum = (key) => steps.reduce((total, step) => total + step[key], 0);
  const head = ["step", "outcome", "points", ...data.others.map((other) => other.name), "mechanism", "reason and evidence"];
  const header = make("tr", {}, ...head.map((text) => make("th", { scope: "col", class: text === "points" ? "n" : null, text })));
  const table = make("table", {}, make("thead", {}, header), make("tbody", {}, ...steps.map((step) => stepRow(step, task))));
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

function show(task) {
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
}

function home() {
  if (location.hash) history.pushState(null, "", location.pathname + location.search);
  route();
}

function route() {
  let anchor = location.hash.slice(1);
  try { anchor = decodeURIComponent(anchor); } catch { /* a hash that was no URL encoding is an anchor as it stands */ }
  const task = byAnchor.get(anchor);
  if (task) {
    if (view.hidden) scrolled = scrollY;
    show(task);
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
