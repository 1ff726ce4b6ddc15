// A number to be answered: its question, a field, keys to tap, and Check. Python sends
// { n, prompt, words: {check, back, keys}, max }; a new n empties the field. Trigger: answer {n, value}.
const homes = new WeakMap()

const make = (name, attributes, ...children) => {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.append(...children)
  return node
}

const build = (home) => {
  home.prompt = make("label", { for: "number" })
  home.field = make("input", { id: "number", inputmode: "numeric", autocomplete: "off", enterkeyhint: "done" })
  home.check = make("button", { type: "submit", class: "go" })
  home.back = make("button", { type: "button" }, "⌫")
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => {
    const key = make("button", { type: "button" }, String(digit))
    key.onclick = () => home.type(String(digit))
    return key
  })
  home.keys = make("div", { class: "keys", role: "group" }, ...digits, home.back, home.check)
  home.form = make("form", { class: "pad", novalidate: "" }, make("div", { class: "ask" }, home.prompt, home.field), home.keys)
  home.back.onclick = () => home.put(home.field.value.slice(0, -1))
  home.field.oninput = () => home.put(home.field.value)
  home.put = (text) => {
    home.field.value = text.replace(/[^0-9]/g, "").slice(0, home.max)
    home.check.setAttribute("aria-disabled", String(!home.field.value))
  }
  home.type = (digit) => home.put(home.field.value + digit)
  home.form.onsubmit = (event) => {
    event.preventDefault()
    if (!home.field.value || home.sent === home.n) return
    home.sent = home.n
    home.send("answer", { n: home.n, value: Number(home.field.value) })
  }
}

export default ({ data, parentElement, setTriggerValue }) => {
  let home = homes.get(parentElement)
  if (!home) {
    home = { n: null, sent: null }
    homes.set(parentElement, home)
    build(home)
    parentElement.querySelector(".pad")?.remove()
    parentElement.append(home.form)
    // Digits typed anywhere on the page go into the field.
    home.listen = (event) => {
      if (document.activeElement !== document.body || event.ctrlKey || event.metaKey || event.altKey) return
      if (/^[0-9]$/.test(event.key)) {
        home.type(event.key)
        home.field.focus({ preventScroll: true })
        event.preventDefault()
      }
    }
    document.addEventListener("keydown", home.listen)
  }
  home.send = setTriggerValue
  home.max = data.max
  home.prompt.textContent = data.prompt
  home.check.textContent = data.words.check
  home.back.setAttribute("aria-label", data.words.back)
  home.keys.setAttribute("aria-label", data.words.keys)
  if (home.n !== data.n) {
    home.n = data.n
    home.put("")
  }
  return () => {
    document.removeEventListener("keydown", home.listen)
    homes.delete(parentElement)
  }
}
