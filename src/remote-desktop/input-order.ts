/**
 * Milliseconds that a paste waits for its text. The browser asks the program that has the clipboard. That program
 * may be slow, and a browser with nothing to paste may send nothing at all.
 */
const MAX_WAIT = 1_000

/** Milliseconds that it waits for an image, which is sent to the desktop before. */
const MAX_IMAGE_WAIT = 15_000

interface Step {
  send(): void
  awaitsText: boolean
}

/**
 * Sends input in the order in which it came. A paste waits until the browser has handed over its text,
 * and all input after it waits, too.
 */
export function createInputOrder() {
  const steps: Step[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function sendReady() {
    clearTimeout(timer)
    while (steps[0] && !steps[0].awaitsText) steps.shift()?.send()
    timer = steps.length > 0 ? setTimeout(textCame, MAX_WAIT) : undefined
  }
  function add(step: Step) {
    steps.push(step)
    if (steps.length === 1) sendReady()
  }
  /** The first paste that waits has its text. */
  function textCame() {
    if (steps[0]) steps[0].awaitsText = false
    sendReady()
  }
  /** Lets the first paste wait longer, for an image that is on its way. */
  function imageComes() {
    if (!steps[0]?.awaitsText) return
    clearTimeout(timer)
    timer = setTimeout(drop, MAX_IMAGE_WAIT)
  }
  /** Drops the first waiting paste: the desktop would paste its old clipboard. */
  function drop() {
    if (steps[0]?.awaitsText) steps.shift()
    sendReady()
  }
  return {
    isWaiting: () => steps.length > 0,
    add: (send: () => void) => add({ send, awaitsText: false }),
    addPaste: (send: () => void) => add({ send, awaitsText: true }),
    textCame,
    imageComes,
    drop,
    /** Sends what waits, without its text. */
    flush() {
      for (const step of steps) step.awaitsText = false
      sendReady()
    },
  }
}
