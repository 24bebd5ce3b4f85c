import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A screen with its own keyboard. Keys are places on it, and the layout says what they mean. */
export interface Keyboard {
  /** The display for a browser that is shown on it. */
  display: string
  setLayout(layout: string, variant?: string): Promise<void>
  /** Presses places one after the other, like `ShiftLeft+KeyA`; each key takes some time. */
  press(...chords: string[]): Promise<void>
  close(): Promise<void>
}

const rows: [number, string[]][] = [
  [0x01, ['Escape', ...'1234567890'].map((k, i) => (i ? `Digit${k}` : k))],
  [0x0c, ['Minus', 'Equal', 'Backspace', 'Tab', ...[...'QWERTYUIOP'].map(k => `Key${k}`)]],
  [0x1a, ['BracketLeft', 'BracketRight', 'Enter', 'ControlLeft']],
  [0x1e, [...[...'ASDFGHJKL'].map(k => `Key${k}`), 'Semicolon', 'Quote', 'Backquote']],
  [0x2a, ['ShiftLeft', 'Backslash', ...[...'ZXCVBNM'].map(k => `Key${k}`)]],
  [0x33, ['Comma', 'Period', 'Slash']],
  [0x39, ['Space']],
  [0x56, ['IntlBackslash']],
  [0xb8, ['AltRight']],
  [0xd2, ['Insert']],
]
/** XT scancodes, as the protocol's extension for raw keys names places. */
const scancodes = new Map(
  rows.flatMap(([first, codes]) => codes.map((code, index) => [code, first + index] as const)),
)

export async function plugIn(): Promise<Keyboard> {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-keyboard-'))
  const server = spawn(
    'Xvnc',
    [
      ...['-displayfd', '3', '-rfbunixpath', join(folder, 'rfb'), '-rfbport', '-1'],
      ...['-SecurityTypes', 'None', '-RawKeyboard=1', '-geometry', '1400x900', '-depth', '24'],
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  const display = `:${number.toString().trim()}`
  const socket = await connectRfb(join(folder, 'rfb'))

  const key = async (code: string, down: boolean) => {
    const scancode = scancodes.get(code)
    if (scancode === undefined) throw new Error(`the keyboard has no ${code}`)
    const message = Buffer.alloc(12)
    message.writeUInt16BE(0xff00, 0)
    message.writeUInt16BE(down ? 1 : 0, 2)
    message.writeUInt32BE(0, 4)
    message.writeUInt32BE(scancode, 8)
    socket.write(message)
    await new Promise(resolve => setTimeout(resolve, 15))
  }
  return {
    display,
    setLayout: async (layout, variant = '') => {
      await run('setxkbmap', ['-display', display, '-layout', layout, '-variant', variant])
    },
    async press(...chords) {
      for (const chord of chords) {
        const codes = chord.split('+')
        for (const code of codes) await key(code, true)
        for (const code of codes.reverse()) await key(code, false)
      }
    },
    async close() {
      socket.destroy()
      await end(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function end(server: ChildProcess) {
  if (server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** Connects as a viewer that knows raw keys, and shows nothing. */
async function connectRfb(path: string): Promise<Socket> {
  const socket = connect(path)
  const next = () => once(socket, 'data')
  await next()
  socket.write('RFB 003.008\n')
  await next()
  socket.write(Buffer.from([1]))
  await next()
  socket.write(Buffer.from([1]))
  await next()
  const encodings = Buffer.from([2, 0, 0, 2, 0, 0, 0, 0, 0xff, 0xff, 0xfe, 0xfe])
  socket.write(encodings)
  socket.resume()
  return socket
}

/** Whether this host has what a real keyboard layout needs. */
export const hasLayouts = async () =>
  (await readFile('/usr/share/X11/xkb/symbols/de', 'utf8').catch(() => '')) !== ''
