import { beforeEach, expect, test } from 'vitest'
import {
  createNewerClipboard,
  type NewerClipboard,
} from '../../../src/remote-desktop/newer-clipboard.ts'

let newer: NewerClipboard

beforeEach(() => {
  newer = createNewerClipboard()
})

test('the browser has the newer text until something is copied in the desktop', () => {
  expect(newer.takePaste('outside')).toBe(false)
  newer.desktopChanged()
  expect(newer.takePaste('outside')).toBe(true)
  expect(newer.takePaste('outside'), 'and again').toBe(true)
})

test('also a text that was never pasted is older than what is copied in the desktop', () => {
  newer.desktopChanged()
  expect(newer.takePaste('outside')).toBe(true)
})

for (const [what, target, type] of [
  ['was left', window, 'blur'],
  ['had something copied', document, 'copy'],
  ['had something cut', document, 'cut'],
] as const) {
  test(`after the page ${what}, a text that was not pasted before is newer`, () => {
    newer.takePaste('before')
    newer.desktopChanged()
    target.dispatchEvent(new Event(type))
    expect(newer.takePaste('after')).toBe(false)
    expect(newer.takePaste('after'), 'and again').toBe(false)
  })

  test(`after the page ${what}, the text that was pasted before is older`, () => {
    newer.takePaste('before')
    newer.desktopChanged()
    target.dispatchEvent(new Event(type))
    expect(newer.takePaste('before')).toBe(true)
  })
}

test('a text that another program puts into the clipboard meanwhile is newer', () => {
  newer.desktopChanged()
  expect(newer.takePaste('before')).toBe(true)
  expect(newer.takePaste('chosen in a clipboard manager')).toBe(false)
})

test('what is copied in the desktop later is newer again', () => {
  newer.desktopChanged()
  window.dispatchEvent(new Event('blur'))
  expect(newer.takePaste('outside')).toBe(false)
  newer.desktopChanged()
  expect(newer.takePaste('outside')).toBe(true)
})
