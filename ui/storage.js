// Keeps texts in the browser's localStorage, hands them back, and wakes Python when told to.
//
// Python sends JSON as bytes: { session, heard, read: [slot], keep: {slot: text | "" | null}, wake: [n, ms] | null }.
// A new session (a reload, a restarted server, texts wanted again) gets the kept texts back first.
// Triggers: restored {session, slots}, elsewhere {slot}, wake n, failed reason.
const homes = new WeakMap()
const RESEND_MS = 4000
const RESENDS = 8

const attempt = (home, action) => {
  try {
    return action()
  } catch (error) {
    if (!home.failed) home.send("failed", String(error.name ?? error))
    home.failed = true
    return null
  }
}

// What is sent while a run is broken off may be lost: again, until Python says that it has heard.
const restore = (home, session, left) => {
  clearTimeout(home.alarm)
  if (home.session !== session) return
  const slots = {}
  for (const slot of home.read) {
    slots[slot] = attempt(home, () => window.localStorage.getItem(slot))
    home.kept[slot] = slots[slot] ?? ""
  }
  home.send("restored", { session, slots })
  if (left) home.alarm = setTimeout(() => restore(home, session, left - 1), RESEND_MS)
}

const settle = (home, parentElement) => {
  const onStorage = (event) => {
    if (event.storageArea !== window.localStorage || !home.read.includes(event.key)) return
    if ((event.newValue ?? "") === (home.kept[event.key] ?? "")) return
    home.kept[event.key] = event.newValue ?? ""
    home.send("elsewhere", { slot: event.key, gone: event.newValue === null })
  }
  window.addEventListener("storage", onStorage)
  home.leave = () => {
    window.removeEventListener("storage", onStorage)
    clearTimeout(home.timer)
    clearTimeout(home.alarm)
    homes.delete(parentElement)
  }
}

export default ({ data: bytes, parentElement, setTriggerValue }) => {
  const data = JSON.parse(new TextDecoder().decode(bytes))
  let home = homes.get(parentElement)
  if (!home) {
    home = { session: "", kept: {}, woken: 0, timer: 0, failed: false }
    homes.set(parentElement, home)
    settle(home, parentElement)
  }
  home.send = setTriggerValue
  home.read = data.read

  if (data.heard) clearTimeout(home.alarm)
  if (home.session !== data.session) {
    home.session = data.session
    restore(home, data.session, RESENDS)
  } else {
    for (const [slot, text] of Object.entries(data.keep)) {
      if (text === null || home.kept[slot] === text) continue
      home.kept[slot] = text
      attempt(home, () =>
        text ? window.localStorage.setItem(slot, text) : window.localStorage.removeItem(slot),
      )
    }
  }

  if (data.wake && data.wake[0] !== home.woken) {
    const [n, ms] = data.wake
    home.woken = n
    clearTimeout(home.timer)
    home.timer = setTimeout(() => home.send("wake", n), ms)
  }
  return home.leave
}
