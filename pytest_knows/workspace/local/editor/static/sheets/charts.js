/** Charts: the question that makes or changes one, and the API's ChartSpec. */

import { dialog } from "../core.js";
import { areaName, areaOf, gridRange, parseArea, quotedTitle, splitTitle } from "./a1.js";

export const CHART_TYPES = [
  ["COLUMN", "Column chart"],
  ["BAR", "Bar chart"],
  ["LINE", "Line chart"],
  ["AREA", "Area chart"],
  ["PIE", "Pie chart"],
  ["DOUGHNUT", "Doughnut chart"],
  ["SCATTER", "Scatter chart"],
  ["COMBO", "Combo chart"],
  ["STEPPED_AREA", "Stepped area chart"],
];
const STACKING = [
  ["NOT_STACKED", "None"],
  ["STACKED", "Standard"],
  ["PERCENT_STACKED", "100%"],
];
const LEGENDS = [
  ["AUTO", "Automatic"],
  ["BOTTOM_LEGEND", "Bottom"],
  ["LEFT_LEGEND", "Left"],
  ["RIGHT_LEGEND", "Right"],
  ["TOP_LEGEND", "Top"],
  ["NO_LEGEND", "None"],
  ["LABELED_LEGEND", "Labels (pie)"],
  ["INSIDE_LEGEND", "Inside (not pie)"],
];
const options = (pairs) => pairs.map(([value, label]) => ({ value, label }));

/** What a chart is called: "Pie chart: Portfolio". @param {object} chart an EmbeddedChart */
export function chartName(chart) {
  const { kind } = described(chart.spec ?? {});
  const label = CHART_TYPES.find(([value]) => value === kind)?.[1] ?? "Chart";
  return chart.spec?.title ? `${label}: ${chart.spec.title}` : label;
}

/** The answers that lead to a spec. @param {object} spec a ChartSpec */
function described(spec) {
  const { basicChart: basic, pieChart: pie } = spec;
  const sources = (data) => data?.sourceRange?.sources ?? [];
  const axis = (position) => (basic?.axis ?? []).find((one) => one.position === position)?.title ?? "";
  return {
    kind: pie ? (pie.pieHole ? "DOUGHNUT" : "PIE") : (basic?.chartType ?? ""),
    title: spec.title ?? "",
    subtitle: spec.subtitle ?? "",
    altText: spec.altText ?? "",
    domains: pie ? sources(pie.domain) : (basic?.domains ?? []).flatMap((one) => sources(one.domain)),
    series: pie ? sources(pie.series) : (basic?.series ?? []).flatMap((one) => sources(one.series)),
    headers: basic ? (basic.headerCount ?? 0) > 0 : false,
    legend: (pie ?? basic)?.legendPosition ?? "AUTO",
    stacking: basic?.stackedType ?? "NOT_STACKED",
    across: axis("BOTTOM_AXIS"),
    up: axis("LEFT_AXIS"),
  };
}

export class Charts {
  /** @param {object} page book, selection */
  constructor({ book, selection }) {
    Object.assign(this, { book, selection });
  }

  /** Asks for a new chart and puts it beside the data. */
  async insert() {
    const { selection, book } = this;
    const area = selection.isSingle ? selection.region() : selection.used;
    const words = {
      kind: "COLUMN",
      title: "",
      headers: this._hasHeaders(area),
      legend: "AUTO",
      stacking: "NOT_STACKED",
      across: "",
      up: "",
      range: areaName(area),
      labels: area.right - area.left > 1,
      subtitle: "",
      altText: "",
    };
    const given = await this._ask("Insert chart", "Insert", words);
    if (!given) return;
    const anchor = {
      sheetId: book.sheetId,
      rowIndex: Math.min(area.top + 1, book.rows - 1),
      columnIndex: Math.min(area.right + 1, book.columns - 1),
    };
    const position = { overlayPosition: { anchorCell: anchor, widthPixels: 600, heightPixels: 371 } };
    const replies = await book.request("Insert chart", {
      addChart: { chart: { spec: this._spec(given, {}), position } },
    });
    if (replies) this.dispatchInserted?.(replies[0].addChart.chart.chartId);
  }

  /** Asks for another look of a chart. @param {object} chart an EmbeddedChart */
  async change(chart) {
    const words = described(chart.spec);
    words.range = [...words.domains, ...words.series].map((range) => this._rangeName(range)).join(", ");
    words.labels = words.domains.length > 0;
    const given = await this._ask("Edit chart", "Apply", words);
    if (given)
      await this.book.request("Edit chart", {
        updateChartSpec: { chartId: chart.chartId, spec: this._spec(given, chart.spec) },
      });
  }

  _rangeName(range) {
    const sheet = this.book.sheets.find((one) => one.properties.sheetId === (range.sheetId ?? 0));
    if (!sheet) return "#REF!";
    const { rowCount, columnCount } = sheet.properties.gridProperties;
    const name = areaName(areaOf(range, rowCount, columnCount));
    return sheet === this.book.sheet ? name : `${quotedTitle(sheet.properties.title)}!${name}`;
  }

  _hasHeaders(area) {
    if (area.bottom - area.top < 2) return false;
    for (let column = area.left; column < area.right; column += 1) {
      if (this.book.cell(area.top, column).kind === "number") return false;
    }
    return true;
  }

  _ask(title, ok, words) {
    return dialog({
      title,
      ok,
      fields: [
        { name: "kind", label: "Chart type", type: "select", value: words.kind, options: options(CHART_TYPES) },
        {
          name: "range",
          label: "Data range (several: A1:A6, D1:D6; the first column holds the labels)",
          value: words.range,
          required: true,
        },
        { name: "headers", label: "Use the first row as headers", type: "checkbox", value: words.headers },
        { name: "labels", label: "Use the first column as labels", type: "checkbox", value: words.labels },
        { name: "title", label: "Chart title", value: words.title },
        { name: "subtitle", label: "Chart subtitle", value: words.subtitle },
        { name: "across", label: "Horizontal axis title", value: words.across },
        { name: "up", label: "Vertical axis title", value: words.up },
        { name: "legend", label: "Legend", type: "select", value: words.legend, options: options(LEGENDS) },
        { name: "stacking", label: "Stacking", type: "select", value: words.stacking, options: options(STACKING) },
        { name: "altText", label: "Alt text", value: words.altText },
      ],
      check: (values) =>
        this._columns(values.range)
          ? undefined
          : "The data range is not a range such as A1:B6 or Sheet1!A1:A6, Sheet1!D1:D6.",
    });
  }

  /** Every column of the ranges, in order; null if they cannot be read. @param {string} text */
  _columns(text) {
    const columns = [];
    for (const part of text.match(/(?:'(?:[^']|'')*'!)?[^,;]+/g) ?? []) {
      const { title, cells } = splitTitle(part.trim());
      const sheet = title === null ? this.book.sheet : this.book.sheets.find((one) => one.properties.title === title);
      const { rowCount, columnCount } = sheet?.properties.gridProperties ?? {};
      const area = sheet && parseArea(cells, rowCount, columnCount);
      if (!area) return null;
      for (let left = area.left; left < area.right; left += 1) {
        columns.push(gridRange(sheet.properties.sheetId, { ...area, left, right: left + 1 }));
      }
    }
    return columns.length ? columns : null;
  }

  _spec(given, before) {
    const columns = this._columns(given.range);
    const pie = given.kind === "PIE" || given.kind === "DOUGHNUT";
    // A pie chart has no header count: its ranges begin below the header.
    const skip =
      pie && given.headers ? (range) => ({ ...range, startRowIndex: range.startRowIndex + 1 }) : (range) => range;
    const data = columns.map((range) => ({ sourceRange: { sources: [skip(range)] } }));
    const [domain, series] = given.labels && data.length > 1 ? [data[0], data.slice(1)] : [null, data];
    const { basicChart, pieChart, ...kept } = before;
    const spec = { ...kept, title: given.title, subtitle: given.subtitle, altText: given.altText };
    for (const name of ["title", "subtitle", "altText"]) if (!spec[name]) delete spec[name];
    const legend = given.legend === "AUTO" ? {} : { legendPosition: given.legend };
    if (pie) {
      const hole = given.kind === "DOUGHNUT" ? { pieHole: 0.5 } : {};
      return { ...spec, pieChart: { ...legend, ...hole, ...(domain && { domain }), series: series[0] } };
    }
    return { ...spec, basicChart: this._basic(given, domain, series, legend, basicChart) };
  }

  _basic(given, domain, series, legend, before) {
    const bars = given.kind === "BAR";
    const axis = [
      { position: "BOTTOM_AXIS", title: given.across },
      { position: "LEFT_AXIS", title: given.up },
    ].filter((one) => one.title);
    const old = (before?.series ?? []).map(({ series: _, ...look }) => look);
    const target = bars ? "BOTTOM_AXIS" : "LEFT_AXIS";
    return {
      chartType: given.kind,
      ...legend,
      ...(axis.length && { axis }),
      ...(domain && { domains: [{ domain }] }),
      series: series.map((one, place) => ({
        ...old[place],
        series: one,
        targetAxis: target,
        ...(given.kind === "COMBO" && { type: place ? "LINE" : "COLUMN" }),
      })),
      headerCount: given.headers ? 1 : 0,
      ...(given.stacking !== "NOT_STACKED" && { stackedType: given.stacking }),
    };
  }
}
