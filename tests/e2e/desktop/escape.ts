import type { Locator } from 'playwright/test'

/** Presses Esc twice in a desktop. On a busy host, two presses by Playwright may be too far apart. */
export const pressEscapeTwice = (sink: Locator) =>
  sink.evaluate(element => {
    for (const type of ['keydown', 'keyup', 'keydown', 'keyup'])
      element.dispatchEvent(
        new KeyboardEvent(type, { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
      )
  })
