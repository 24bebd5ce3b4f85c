import type { Locator } from 'playwright/test'

/** Esc twice in the keyboard of a desktop. Two presses by a driver may be too far apart on a busy host. */
export const pressEscapeTwice = (sink: Locator) =>
  sink.evaluate(element => {
    for (const type of ['keydown', 'keyup', 'keydown', 'keyup'])
      element.dispatchEvent(
        new KeyboardEvent(type, { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
      )
  })
