// One attack without anything around it, for the frame of a blog.

import { address, ask } from "./api.js";
import { h } from "./dom.js";
import { TABS } from "./fields.js";
import { query, readLink, writeLink } from "./link.js";
import { results } from "./results.js";
import { refusal } from "./shown.js";

const main = document.getElementById("main");
const { tab, values, notes } = readLink(location.search);
delete values.pin;
delete values.show;
const edition = values.rules ?? "revised";
const first = TABS.attack.first[edition === "third" ? "third" : "revised"];
const asked = query("attack", { ...first, ...(tab === "attack" ? values : {}), rules: edition });
document.getElementById("whole").href = `/${writeLink("attack", { ...first, ...values })}`;

async function show() {
  const out = results();
  try {
    const record = await ask("attack", address("attack", asked));
    out.fill(record);
    document.title = `${record.attacker.name} > ${record.target.name} · bmg-odds`;
    main.replaceChildren(h("h1", { class: "unseen", text: record.sentence }), out.head, out.levelCard, ...notes.map((text) => h("p", { class: "hint", text })));
  } catch (error) {
    main.replaceChildren(refusal(error));
  }
}
show();
