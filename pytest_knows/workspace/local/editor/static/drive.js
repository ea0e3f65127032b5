/** A Drive folder: what lies in it, and what can be done with it. */

import { app, frame } from "./core.js";

frame({ body: [], mark: "D" });
document.title = app.name;
