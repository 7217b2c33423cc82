// What to take away: the line, the link, files, a view for blogs.

import { address } from "./api.js";
import { button, copy, fold } from "./controls.js";
import { h, unique } from "./dom.js";

/** Return the panel to take an answer away; `fill` is told what there is. */
export function takeaway({ link, embed, chart = true }) {
  const line = h("code", { class: "line" });
  const head = unique("take");
  let picture = "";
  const frameless = h("div", { class: "picture" });
  const seen = fold("As a picture", frameless, { opened: draw });
  seen.element.hidden = !chart;
  const copyLine = button("Copy the line", () => copy(line.textContent), { done: "Copied" });
  const copyLink = button("Copy the link", () => copy(link()), { done: "Copied", kind: "strong" });
  const copyFrame = embed && button("Copy the code for a blog", () => copy(frame(embed())), { done: "Copied" });
  const file = (words) => h("a", { class: "button", download: "", text: words });
  const files = { csv: file("CSV"), json: file("JSON"), md: file("Markdown"), svg: file("SVG"), png: file("PNG") };
  const panel = h("section", { class: "card", "aria-labelledby": head }, h("h2", { id: head, text: "Take it along" }),
    h("div", { class: "line-box", hidden: true }, line, copyLine),
    h("div", { class: "buttons" }, copyLink, copyFrame || null),
    h("div", { class: "buttons", role: "group", "aria-label": "Save as a file" }, Object.entries(files).map(([form, each]) => (chart || !["svg", "png"].includes(form) ? each : null))), seen.element);
  function draw() {
    const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const image = h("img", { alt: line.textContent || "The answer as a picture", src: `${picture}${picture.includes("?") ? "&" : "?"}theme=${theme}` });
    image.addEventListener("error", () => frameless.replaceChildren(h("p", { class: "hint", text: "This answer has no picture." })));
    frameless.replaceChildren(image);
  }
  return {
    panel,
    fill(command, parameters, { text } = {}) {
      line.parentElement.hidden = !text;
      line.textContent = text ?? "";
      for (const [form, each] of Object.entries(files)) {
        each.href = address(`${form === "svg" || form === "png" ? "chart" : "export"}/${command}.${form}`, parameters);
        if (form === "svg") picture = each.href;
        each.download = `${command.replace("/", "-")}.${form}`;
      }
      if (seen.element.open) draw();
    },
  };
}

function frame(source) {
  const quoted = source.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe src="${quoted}" title="bmg-odds" width="100%" height="420" loading="lazy"></iframe>`;
}
