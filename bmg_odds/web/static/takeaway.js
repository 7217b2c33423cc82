// What to take away: the line, the link, files, a view for blogs.

import { address } from "./api.js";
import { button, copy } from "./controls.js";
import { h } from "./dom.js";

/** Return the panel to take an answer away; `fill` is told what there is. */
export function takeaway({ link, embed, chart = true }) {
  const line = h("code", { class: "line", id: "line" });
  const copyLine = button("Copy the line", () => copy(line.textContent), { done: "Copied" });
  const copyLink = button("Copy the link", () => copy(link()), { done: "Copied", kind: "strong" });
  const copyFrame = embed && button("Copy the code for a blog", () => copy(frame(embed())), { done: "Copied" });
  const file = (words) => h("a", { class: "button", download: "", text: words });
  const files = { csv: file("CSV"), json: file("JSON"), md: file("Markdown"), svg: file("SVG"), png: file("PNG") };
  const panel = h("section", { class: "card", "aria-labelledby": "take-word" }, h("h2", { id: "take-word", text: "Take it along" }),
    h("div", { class: "line-box", hidden: true }, line, copyLine),
    h("div", { class: "buttons" }, copyLink, copyFrame || null),
    h("div", { class: "buttons", role: "group", "aria-label": "Save as a file" }, Object.entries(files).map(([form, each]) => (chart || !["svg", "png"].includes(form) ? each : null))));
  return {
    panel,
    fill(command, parameters, { text } = {}) {
      line.parentElement.hidden = !text;
      line.textContent = text ?? "";
      for (const [form, each] of Object.entries(files)) {
        each.href = address(`${form === "svg" || form === "png" ? "chart" : "export"}/${command}.${form}`, parameters);
        each.download = `${command.replace("/", "-")}.${form}`;
      }
    },
  };
}

function frame(source) {
  const quoted = source.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe src="${quoted}" title="bmg-odds" width="100%" height="420" loading="lazy"></iframe>`;
}
