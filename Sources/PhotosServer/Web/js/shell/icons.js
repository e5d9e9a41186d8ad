// Line icons on a grid of 24, drawn for this page.
const outlines = {
  add: ["M12 5v14", "M5 12h14"],
  album: ["M4 7h16v12H4z", "M7 4h10"],
  archive: ["M4 8h16v12H4z", "M3 4h18v4H3z", "M10 12h4"],
  burst: ["M8 8h12v12H8z", "M4 16V4h12"],
  camera: ["M4 8h4l1.5-2.5h5L16 8h4v11H4z", "M12 10a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6z"],
  check: ["M5 12.5 10 17.5 19.5 7"],
  close: ["M6 6l12 12", "M18 6 6 18"],
  cloud: ["M7 18.5h10.4a4 4 0 0 0 .6-7.9 6 6 0 0 0-11.4-1.3 4.7 4.7 0 0 0 .4 9.2z"],
  closer: ["M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z", "M15.5 15.5 20.5 20.5", "M7.8 10.5h5.4", "M10.5 7.8v5.4"],
  download: ["M12 4v11", "M7 11l5 5 5-5", "M5 20h14"],
  farther: ["M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z", "M15.5 15.5 20.5 20.5", "M7.8 10.5h5.4"],
  day: ["M4 6h16v14H4z", "M4 10.5h16", "M8.5 3.5v4", "M15.5 3.5v4", "M10 14h4v3h-4z"],
  down: ["M12 5v14", "M6.5 13.5 12 19l5.5-5.5"],
  edit: ["M4 20l1-4L16 5l3 3L8 19z", "M14 7l3 3"],
  flip: ["M12 3v18", "M9 7v10H3z", "M15 7v10h6z"],
  folder: ["M3 6h6l2 2.5h10V19H3z"],
  heart: ["M12 20S4 15 4 9.2A4.2 4.2 0 0 1 12 7a4.2 4.2 0 0 1 8 2.2C20 15 12 20 12 20z"],
  hide: ["M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z", "M4 20 20 4"],
  help: ["M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2", "M12 17.5v.5", "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z"],
  image: ["M4 5h16v14H4z", "M4 16l4.5-5 4 4.5 3-3L20 17", "M15.5 9v.5"],
  info: ["M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z", "M12 11v5.5", "M12 7.8v.1"],
  list: ["M4 6h16", "M4 12h16", "M4 18h16"],
  live: ["M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z", "M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12z"],
  map: ["M3.5 6.5 9 4l6 2.5L20.5 4v13.5L15 20l-6-2.5L3.5 20z", "M9 4v13.5", "M15 6.5V20"],
  minus: ["M5 12h14"],
  more: ["M6 12v.1", "M12 12v.1", "M18 12v.1"],
  moon: ["M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"],
  raw: ["M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z", "M12 3.5l4 7.5", "M20 10h-8.5", "M4.5 14.5h8", "M12 20.5 8 13"],
  next: ["M9 5l7 7-7 7"],
  original: ["M4 5h16v14H4z", "M12 5v14", "M4 16l4.5-5L12 15"],
  panorama: ["M3 7c6 2.2 12 2.2 18 0v10c-6-2.2-12-2.2-18 0z"],
  pause: ["M8 5v14", "M16 5v14"],
  people: ["M12 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z", "M5 20c.8-4 3.5-6 7-6s6.2 2 7 6"],
  place: ["M12 21c4-4.5 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2.5 6.5 6.5 11z", "M12 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z"],
  play: ["M7 5l12 7-12 7z"],
  previous: ["M15 5 8 12l7 7"],
  recent: ["M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z", "M12 8v4.5l3 2"],
  redo: ["M16 5l4 4-4 4", "M20 9h-9a6 6 0 0 0 0 12h3"],
  restore: ["M5 5v5h5", "M5.5 10A7.5 7.5 0 1 1 4.5 14"],
  screenshot: ["M7 3h10v18H7z", "M11 18h2"],
  search: ["M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z", "M15.5 15.5 20.5 20.5"],
  select: ["M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z", "M8.5 12.3l2.5 2.5 4.7-5"],
  share: ["M12 15V4", "M7.5 8 12 3.5 16.5 8", "M6 12H4.5v8.5h15V12H18"],
  silent: ["M4.5 9.5v5H8l4.5 4v-13L8 9.5z", "M16 9.5l5 5", "M21 9.5l-5 5"],
  sliders: ["M4 7h9", "M17 7h3", "M15 5v4", "M4 12h3", "M11 12h9", "M9 10v4", "M4 17h9", "M17 17h3", "M15 15v4"],
  smart: ["M12 4l8 8-8 8-8-8z"],
  sort: ["M8 5v14", "M4.5 15.5 8 19l3.5-3.5", "M16 19V5", "M12.5 8.5 16 5l3.5 3.5"],
  sound: ["M4.5 9.5v5H8l4.5 4v-13L8 9.5z", "M15.5 9a4.2 4.2 0 0 1 0 6", "M18 6.5a7.8 7.8 0 0 1 0 11"],
  sun: ["M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z", "M12 2.5V5", "M12 19v2.5", "M2.5 12H5", "M19 12h2.5", "M5.3 5.3 7 7",
    "M17 17l1.7 1.7", "M5.3 18.7 7 17", "M17 7l1.7-1.7"],
  tag: ["M4 4h8l8 8-8 8-8-8z", "M8 8v.1"],
  theme: ["M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z", "M12 3.5v17", "M15 5v14", "M18 7v10"],
  trash: ["M4 7h16", "M9 7V4h6v3", "M6 7l1 13h10l1-13", "M10 11v5.5", "M14 11v5.5"],
  turnLeft: ["M8 9h12v12H8z", "M12 4H7a3 3 0 0 0-3 3v4", "M1.5 8.5 4 11l2.5-2.5"],
  turnRight: ["M4 9h12v12H4z", "M12 4h5a3 3 0 0 1 3 3v4", "M22.5 8.5 20 11l-2.5-2.5"],
  twice: ["M4 4h11v11H4z", "M8 18.5h10.5V8", "M4 12l3.5-3.5 4 4"],
  undo: ["M8 5 4 9l4 4", "M4 9h9a6 6 0 0 1 0 12h-3"],
  up: ["M12 19V5", "M6.5 10.5 12 5l5.5 5.5"],
  video: ["M3 6h12v12H3z", "M15 10.5 21 7v10l-6-3.5z"],
  whole: ["M4 9V4h5", "M15 4h5v5", "M20 15v5h-5", "M9 20H4v-5"],
};

const svg = "http://www.w3.org/2000/svg";

/** An icon in the colour of its text; silent, since its button or link has a name. */
export function icon(name) {
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("class", `icon icon-${name}`);
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("focusable", "false");
  for (const outline of outlines[name] ?? outlines.image) {
    const path = document.createElementNS(svg, "path");
    path.setAttribute("d", outline);
    picture.append(path);
  }
  return picture;
}
