// Building the page. Text goes in as text (textContent) and never as markup.

/** An element with properties, data-* and aria-* attributes, and children (nodes or texts). */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "onclick" || name === "onchange" || name === "onsubmit") {
      node.addEventListener(name.slice(2), value);
    } else if (name === "colour") {
      setColour(node, value);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** A form control with its label. */
export function field(label, control) {
  return el("label", { class: "field" }, el("span", {}, label), control);
}

/** A drop-down of [value, text] pairs. */
export function choice(props, pairs) {
  return el("select", props, pairs.map(([value, text]) => el("option", { value }, text)));
}

/** Put new children into a node and tell screen readers through its live region, if it has one. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter(Boolean));
}

/** Say something to everybody: the line below the heading is a live region. */
export function say(text) {
  document.getElementById("status").textContent = text;
}

/** "1 mistake", "2 mistakes". */
export function number(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/** A seed nobody has chosen. */
export function anySeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
}

function setColour(node, value) {
  if (/^#[0-9a-f]{6}$/i.test(value)) node.style.setProperty("--colour", value);
}
