/** Line drawings on a field of 24 by 24, as SVG paths. */

import { svg } from "./dom.js";

const PATHS = {
  undo: "M8 5 3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "m16 5 4.5 4.5L16 14m4-4.5H10a5.5 5.5 0 0 0 0 11h4",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.6 1.7M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.600-1.700",
  image: "M4 5h16v14H4zM4 16l4.500-4.500 4 4L16 12l4 4M9 9.500h.01",
  left: "M4 6h16M4 10h10M4 14h16M4 18h10",
  centre: "M4 6h16M7 10h10M4 14h16M7 18h10",
  right: "M4 6h16M10 10h10M4 14h16M10 18h10",
  justify: "M4 6h16M4 10h16M4 14h16M4 18h16",
  top: "M4 4h16M12 21V9M8 12l4-4 4 4",
  middle: "M4 12h16M12 2v6M9 6l3 3 3-3M12 22v-6M9 18l3-3 3 3",
  bottom: "M4 20h16M12 3v12M8 12l4 4 4-4",
  bullets: "M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01",
  numbers: "M10 6h10M10 12h10M10 18h10M4 4.500h1.500V9M4 14h3l-3 4.500h3",
  checklist: "M11 6h9M11 12h9M11 18h9M4 6l1.500 1.500L8 5M4 12l1.500 1.500L8 11M4 18l1.500 1.500L8 17",
  indent: "M4 5h16M11 10h9M11 14h9M4 19h16M4 9.500 7 12l-3 2.500",
  outdent: "M4 5h16M11 10h9M11 14h9M4 19h16M7 9.500 4 12l3 2.500",
  spacing: "M11 6h9M11 12h9M11 18h9M6 4v16M3.500 6.500 6 4l2.500 2.500M3.500 17.500 6 20l2.500-2.500",
  table: "M4 5h16v14H4zM4 10h16M4 14.500h16M9.500 5v14M14.500 5v14",
  clear: "M6 5h12M12 5l-1.500 9M9 19h4M4 3l16 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  folder: "M3 6h6l2 2h10v11H3z",
  file: "M6 3h8l4 4v14H6zM14 3v5h5",
  upload: "M12 16V4M7 9l5-5 5 5M4 20h16",
  download: "M12 4v12M7 11l5 5 5-5M4 20h16",
  more: "M12 5v.5M12 12v.5M12 19v.5",
  marker: "m9 14 8-9 3 3-9 8zM9 14l-3 4h5l1-2M4 21h16",
  bin: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  comment: "M4 5h16v11H9l-5 4z",
  fill: "m6 12 6-7 6 7-6 6zM12 5V3M19 16c1 1.500 1.500 2.500 1.500 3.200a1.500 1.500 0 0 1-3 0c0-.7.500-1.700 1.500-3.200z",
  border: "M4 4h16v16H4zM12 4v16M4 12h16",
  merge: "M4 5h16v14H4zM7 12h4M9.500 10l2 2-2 2M17 12h-4M14.500 10l-2 2 2 2",
  wrap: "M4 6h16M4 12h13a3 3 0 0 1 0 6h-4M15 15.500 12.500 18l2.500 2.500M4 18h5",
  chart: "M4 20h16M6 17v-6M11 17V5M16 17V9",
  filter: "M4 6h16M7 12h10M10 18h4",
  freeze: "M4 5h16v14H4zM4 10h16M9 5v14",
  sort: "M7 5v14M4 16l3 3 3-3M13 7h7M13 12h5M13 17h3",
  shape: "M4 4h10v10H4zM14.500 9.500a5.500 5.500 0 1 1-5 5",
  line: "M5 19 19 5",
  textbox: "M4 4h16v16H4zM8 8h8M12 8v8",
  background: "M4 5h16v14H4zM4 13 12 5M4 19 18 5M11 19l9-9",
  crop: "M7 3v14h14M3 7h14v14",
  rotate: "M5 12a7 7 0 1 0 2-5M7 3v4h4",
  front: "M8 8h12v12H8zM4 4h8v2M4 4v8h2",
  group: "M5 5h8v8H5zM11 11h8v8h-8z",
  close: "M6 6l12 12M18 6 6 18",
  chevron: "m7 10 5 5 5-5",
  header: "M4 4h16v16H4zM4 9h16",
  breaks: "M5 3v6h14V3M5 21v-6h14v6M3 12h3M9 12h2M13 12h2M18 12h3",
  bookmark: "M7 4h10v16l-5-4-5 4z",
  weight: "M4 5h16M4 11h16M4 12.500h16M4 17.500h16M4 19h16M4 20.500h16",
  dash: "M3 12h4M10 12h4M17 12h4",
  highlight: "m6 15 8-9 4 4-8 9H6zM4 21.500h16",
  printer: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
};

/**
 * A drawing for a button; it says nothing to assistive technology.
 * @param {string} name one of PATHS
 * @returns {SVGElement}
 */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] || PATHS.more }),
  );
}
