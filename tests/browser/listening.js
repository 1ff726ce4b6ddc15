// Listens to a page's talk with Streamlit, so that a test knows whether all it asked is answered.
// `fivesTalk.askedAt` is set from a rerun asked to a run begun; `fivesTalk.runs` while one goes on;
// `fivesTalk.asks` counts what was asked.
window.fivesTalk = { askedAt: undefined, asks: 0, runs: false, stillSince: undefined }
const DROPPED_MS = 5000 // what a page before asked too late is never answered

const RERUN_SCRIPT = (11 << 3) | 2 // the key of BackMsg.rerun_script, its first byte
const NEW_SESSION = 4 // fields of ForwardMsg
const SCRIPT_FINISHED = 6

function varint(bytes, at) {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]
    value += (byte & 127) * 2 ** shift
    if (byte < 128) return [value, at]
  }
}

function fields(bytes) {
  const found = []
  for (let at = 0; at < bytes.length; ) {
    let key, value
    ;[key, at] = varint(bytes, at)
    ;[value, at] = varint(bytes, at) // a length, or the value itself
    if ((key & 7) === 2) at += value
    found.push(key >> 3)
  }
  return found
}

window.WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how)
    this.addEventListener("message", ({ data }) => {
      const found = fields(new Uint8Array(data))
      if (found.includes(NEW_SESSION)) Object.assign(window.fivesTalk, { askedAt: undefined, runs: true })
      if (found.includes(SCRIPT_FINISHED)) window.fivesTalk.runs = false
    })
    this.addEventListener("close", () => {
      Object.assign(window.fivesTalk, { askedAt: undefined, runs: false })
    })
  }

  send(data) {
    if (new Uint8Array(data)[0] === RERUN_SCRIPT) {
      window.fivesTalk.askedAt = performance.now()
      window.fivesTalk.asks += 1
    }
    super.send(data)
  }
}

// Whether the page has been answered, drawn and, with `isCalm`, free of motion for `ms`.
window.fivesStill = (settled, ms, isCalm) => {
  const { askedAt, runs } = window.fivesTalk
  const shows = document.querySelector(settled) && !document.querySelector("[data-stale=true]")
  const moves =
    isCalm &&
    document
      .getAnimations()
      .some((each) => each.playState === "running" && each.effect.getTiming().iterations !== Infinity)
  const now = performance.now()
  const asked = now - askedAt < DROPPED_MS
  if (asked || runs || !shows || moves) window.fivesTalk.stillSince = undefined
  else window.fivesTalk.stillSince ??= now
  return now - window.fivesTalk.stillSince >= ms
}
