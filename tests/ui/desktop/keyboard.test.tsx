import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captureKeyboard } from '../../../src/remote-desktop/keyboard.ts'

let sink: HTMLTextAreaElement
let sent: string[]
let release: () => void
let imageArrives: Promise<boolean>
let isDesktopNewer: boolean

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<textarea></textarea><canvas></canvas>'
  sink = document.querySelector('textarea') as HTMLTextAreaElement
  const canvas = document.querySelector('canvas') as HTMLCanvasElement
  sent = []
  isDesktopNewer = false
  for (const type of ['keydown', 'keyup'] as const) {
    canvas.addEventListener(type, event => {
      sent.push(`${type === 'keydown' ? '+' : '-'}${event.key}`)
      event.preventDefault()
    })
  }
  release = captureKeyboard({
    sink,
    target: () => canvas,
    type: text => sent.push(`type ${text}`),
    takePaste: () => isDesktopNewer,
    paste: text => sent.push(`paste ${text}`),
    pasteImage: async image => {
      sent.push(`image ${image.type}`)
      return imageArrives
    },
    leave: () => sent.push('leave'),
  })
})
afterEach(() => {
  release()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const down = (key: string, init: KeyboardEventInit = {}) =>
  sink.dispatchEvent(
    new KeyboardEvent('keydown', { key, code: `Key${key}`, cancelable: true, ...init }),
  )

test('a key is passed on, and kept from the browser', () => {
  expect(down('a')).toBe(false)
  expect(sent).toEqual(['+a'])
})

test('a dead key is left to the browser, whose composed text is typed', () => {
  expect(down('Dead')).toBe(true)
  expect(down('Process', { keyCode: 229 })).toBe(true)
  sink.value += 'é'
  sink.dispatchEvent(new CompositionEvent('compositionend', { data: 'é' }))
  expect(sent).toEqual(['type é'])
})

test('deleting on an on-screen keyboard is a backspace', () => {
  sink.value = sink.value.slice(1)
  sink.dispatchEvent(new InputEvent('input', { inputType: 'deleteContentBackward' }))
  expect(sent).toEqual(['type \b'])
})

/** The browser hands over its clipboard. */
function handOver(text: string) {
  const paste = new Event('paste', { cancelable: true })
  Object.assign(paste, { clipboardData: { getData: () => text } })
  sink.dispatchEvent(paste)
}
const up = (key: string) => {
  sink.dispatchEvent(new KeyboardEvent('keyup', { key, code: `Key${key}`, cancelable: true }))
}

for (const [name, key, modifier] of [
  ['Ctrl V', 'v', { ctrlKey: true }],
  ['Ctrl Shift V', 'V', { ctrlKey: true, shiftKey: true }],
  ['Shift Insert', 'Insert', { shiftKey: true }],
] as const) {
  test(`${name} waits for the text that it pastes, however late the browser is`, () => {
    expect(down(key, modifier)).toBe(true)
    vi.advanceTimersByTime(900)
    expect(sent).toEqual([])
    handOver('flag')
    expect(sent).toEqual(['paste flag', `+${key}`])
  })
}

test('a key that pastes is sent alone when the clipboard of the desktop is newer', () => {
  isDesktopNewer = true
  down('v', { ctrlKey: true })
  handOver('old')
  down('a')
  expect(sent).toEqual(['+v', '+a'])
})

test('text that is typed while a paste waits comes after it, in its order', () => {
  down('v', { ctrlKey: true })
  up('v')
  expect(down('a')).toBe(false)
  sink.value += 'é'
  sink.dispatchEvent(new CompositionEvent('compositionend', { data: 'é' }))
  down('v', { ctrlKey: true })
  down('b')
  expect(sent).toEqual([])
  handOver('one')
  expect(sent).toEqual(['paste one', '+v', '-v', '+a', 'type é'])
  handOver('two')
  expect(sent.slice(5)).toEqual(['paste two', '+v', '+b'])
})

test('a key that pastes is sent without a text when the browser has none', () => {
  down('v', { ctrlKey: true })
  down('a')
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual(['+v', '+a'])
})

test('a paste that waits is sent when the keyboard is left, and nothing stays down', () => {
  down('v', { ctrlKey: true })
  sink.dispatchEvent(new FocusEvent('blur'))
  expect(sent).toEqual(['+v', '-v'])
})

test('Esc twice leaves, and the desktop gets both; slowly, or with a key between, it stays', () => {
  const pressEscape = () => down('Escape', { code: 'Escape' })
  pressEscape()
  down('j')
  pressEscape()
  expect(sent).not.toContain('leave')
  pressEscape()
  expect(sent).toEqual(['+Escape', '+j', '+Escape', '+Escape', 'leave'])
})

test('keys that are down are let go when the keyboard is left', () => {
  down('Shift', { code: 'ShiftLeft' })
  sink.dispatchEvent(new FocusEvent('blur'))
  expect(sent).toEqual(['+Shift', '-Shift'])
})

/** As on a Mac, where ⌘ is the Meta key. */
function onMac() {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
  const key = (type: 'keydown' | 'keyup', name: string, init: KeyboardEventInit = {}) =>
    sink.dispatchEvent(
      new KeyboardEvent(type, { key: name, code: name, cancelable: true, ...init }),
    )
  return {
    command: (type: 'keydown' | 'keyup') =>
      key(type, 'Meta', { code: 'MetaLeft', metaKey: type === 'keydown' }),
    letter: (name: string) => key('keydown', name, { metaKey: true }),
  }
}

test('⌘ with the letters of the clipboard is what copies, cuts and selects in the desktop', () => {
  const { command, letter } = onMac()
  command('keydown')
  for (const name of 'cxa') expect(letter(name)).toBe(false)
  command('keyup')
  const chord = (modifier: string, key: string) => [
    `+${modifier}`,
    `+${key}`,
    `-${key}`,
    `-${modifier}`,
  ]
  expect(sent).toEqual([
    ...chord('Control', 'Insert'),
    ...chord('Shift', 'Delete'),
    ...chord('Control', 'a'),
    '-Meta',
  ])
})

test('⌘ V pastes the text before the key, and the browser is let to hand it over', () => {
  const { command, letter } = onMac()
  command('keydown')
  expect(letter('v')).toBe(true)
  command('keyup')
  // The next ⌘ is not a part of the paste.
  command('keydown')
  letter('k')
  expect(sent).toEqual([])
  handOver('flag')
  expect(sent).toEqual([
    ...['paste flag', '+Shift', '+Insert', '-Insert', '-Shift', '-Meta'],
    ...['+Meta', '+k'],
  ])
})

test('⌘ with any other key is a key of the desktop, also right after a copy', () => {
  const { command, letter } = onMac()
  command('keydown')
  letter('c')
  sent.splice(0)
  letter('k')
  command('keyup')
  expect(sent).toEqual(['+Meta', '+k', '-Meta'])
})

test('⌘ alone is a key of the desktop once it is let go, and is not left held', () => {
  const { command } = onMac()
  command('keydown')
  expect(sent).toEqual([])
  command('keyup')
  expect(sent).toEqual(['+Meta', '-Meta'])
})

test('elsewhere the Windows key with a letter goes to the desktop as it is', () => {
  down('Meta')
  down('c', { metaKey: true })
  expect(sent).toEqual(['+Meta', '+c'])
})

/** The browser hands over an image, and perhaps a text with it. */
function handOverImage(text = '') {
  const files = [new File(['png'], 'image.png', { type: 'image/png' })]
  const clipboardData = { getData: () => text, files }
  sink.dispatchEvent(Object.assign(new Event('paste', { cancelable: true }), { clipboardData }))
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a paste waits until its image has arrived, and the keys after it wait, too', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  imageArrives = promise
  down('v', { ctrlKey: true })
  handOverImage()
  down('Enter')
  await vi.advanceTimersByTimeAsync(14_999)
  expect(sent).toEqual(['image image/png'])
  resolve(true)
  await settle()
  expect(sent).toEqual(['image image/png', '+v', '+Enter'])
})

test('the old clipboard of the desktop is not pasted in place of an image that did not arrive', async () => {
  imageArrives = Promise.resolve(false)
  down('v', { ctrlKey: true })
  handOverImage()
  down('Enter')
  await settle()
  expect(sent).toEqual(['image image/png', '+Enter'])
})

test('an image that takes too long is not pasted, and keys go on', async () => {
  imageArrives = new Promise(() => {})
  down('v', { ctrlKey: true })
  handOverImage()
  down('Enter')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(sent).toEqual(['image image/png', '+Enter'])
})

test('a text is pasted in place of its picture', async () => {
  down('v', { ctrlKey: true })
  handOverImage('a cell of a sheet')
  await settle()
  expect(sent).toEqual(['paste a cell of a sheet', '+v'])
})
