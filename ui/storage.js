// Keeps texts in the browser's localStorage, hands them back, and wakes Python when told to.
//
// Python sends JSON as bytes: { session, heard, read: [slot], keep: {slot: text | "" | null}, wake: [n, ms] | null, follows }.
// A new session (a reload, a restarted server, texts wanted again) gets the kept texts back first.
// A board's news (see board.js) bring { session, keep, page }; `follows` is the page that is in step.
// Triggers: restored {session, slots}, elsewhere {slot}, wake n, drawn page, failed reason.
const homes = new WeakMap()
const RESEND_MS = 4000
const RESENDS = 8
const FOLLOW_MS = 100 // what stands around often comes by itself

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

const store = (home, keep) => {
  for (const [slot, text] of Object.entries(keep)) {
    if (text === null || home.kept[slot] === text) continue
    home.kept[slot] = text
    attempt(home, () =>
      text ? window.localStorage.setItem(slot, text) : window.localStorage.removeItem(slot),
    )
  }
}

// It may be lost: again, until the page has followed.
const follow = (home, page, ms = FOLLOW_MS) => {
  clearTimeout(home.again)
  if (home.follows === null || home.follows === page) return
  home.again = setTimeout(() => {
    if (home.follows === page) return
    home.send("drawn", page)
    follow(home, page, RESEND_MS)
  }, ms)
}

const settle = (home, parentElement) => {
  const onStorage = (event) => {
    if (event.storageArea !== window.localStorage || !home.read.includes(event.key)) return
    if ((event.newValue ?? "") === (home.kept[event.key] ?? "")) return
    home.kept[event.key] = event.newValue ?? ""
    home.send("elsewhere", { slot: event.key, gone: event.newValue === null })
  }
  const onNews = ({ detail: news }) => {
    if (news.session === home.session) store(home, news.keep)
    follow(home, news.page)
  }
  window.addEventListener("storage", onStorage)
  window.addEventListener("fives-news", onNews)
  home.leave = () => {
    window.removeEventListener("storage", onStorage)
    window.removeEventListener("fives-news", onNews)
    clearTimeout(home.timer)
    clearTimeout(home.alarm)
    clearTimeout(home.again)
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
  home.follows = data.follows

  if (data.heard) clearTimeout(home.alarm)
  if (home.session !== data.session) {
    home.session = data.session
    restore(home, data.session, RESENDS)
  } else {
    store(home, data.keep)
  }

  if (data.wake && data.wake[0] !== home.woken) {
    const [n, ms] = data.wake
    home.woken = n
    clearTimeout(home.timer)
    home.timer = setTimeout(() => home.send("wake", n), ms)
  }
  return home.leave
}
