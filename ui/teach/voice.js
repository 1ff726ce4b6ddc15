// Speaks to screen readers, and takes the focus of who works by keyboard to what comes next.
// Python sends { n, text, focus, at }; a new n is spoken, and focus moves to the selector `focus`. A
// new `at` is another thing to look at, so the page is shown from its top: who tapped the last lesson
// of a long list would else still look at the list.
const homes = new WeakMap()
let byKeyboard = false
addEventListener("keydown", () => (byKeyboard = true), true)
addEventListener("pointerdown", () => (byKeyboard = false), true)

const find = (path) => {
  const [outer, inner] = path.split(" >>> ")
  const node = document.querySelector(outer)
  if (!inner || !node) return node
  for (const host of node.querySelectorAll("*")) {
    const found = host.shadowRoot?.querySelector(inner)
    if (found) return found
  }
  return null
}

const focus = (home, path) => {
  clearTimeout(home.timer)
  const until = performance.now() + 3000
  const look = () => {
    if (!byKeyboard || performance.now() > until) return
    const node = find(path)
    const busy = document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState === "running"
    if (node && !busy && !node.disabled) {
      node.focus({ preventScroll: false })
      node.scrollIntoView?.({ block: "nearest" })
    } else home.timer = setTimeout(look, 40)
  }
  home.timer = setTimeout(look, 40)
}

export default ({ data, parentElement }) => {
  let home = homes.get(parentElement)
  if (!home) {
    home = { n: null, at: data.at, timer: 0 }
    homes.set(parentElement, home)
    home.live = document.createElement("div")
    home.live.className = "live"
    home.live.setAttribute("aria-live", "polite")
    parentElement.querySelector(".live")?.remove()
    parentElement.append(home.live)
  }
  if (home.at !== data.at) {
    home.at = data.at
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0)
  }
  if (home.n !== data.n) {
    const first = home.n === null
    home.n = data.n
    home.live.textContent = data.text
    if (!first && data.focus) focus(home, data.focus)
  }
  return () => {
    clearTimeout(home.timer)
    homes.delete(parentElement)
  }
}
