import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { printable } from '../../platform/terminal/printable.ts'
import { cutTo } from '../../platform/terminal/width.ts'

const [home, toEndOfLine, below] = ['\u001b[H', '\u001b[K', '\u001b[J']
/** The terminal's second screen without a cursor, so that the previous content comes back at the end. */
const [enter, leave] = ['\u001b[?1049h\u001b[?25l', '\u001b[?25h\u001b[?1049l']

/**
 * Draws a text again and again, until Ctrl-C. In a terminal it is drawn in place, cut to the terminal's size. If the
 * text cannot be read later on, because a platform starts again, the reason is drawn above the last text.
 *
 * @throws what the first reading throws
 */
export async function redraw(textOf: () => Promise<string>, everyMs: number): Promise<void> {
  const ending = new AbortController()
  const { stdout } = process
  let text = await textOf()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    void once(process, signal).then(() => ending.abort())
  let resized = new AbortController()
  const onResize = () => resized.abort()
  stdout.on('resize', onResize)
  if (stdout.isTTY) stdout.write(enter)
  try {
    for (;;) {
      stdout.write(stdout.isTTY ? drawing(text, stdout) : `${text}\n`)
      resized = new AbortController()
      await delay(everyMs, undefined, {
        signal: AbortSignal.any([ending.signal, resized.signal]),
      }).catch(() => {})
      if (ending.signal.aborted) return
      if (resized.signal.aborted) continue
      const ended = once(ending.signal, 'abort')
      const read = textOf().catch(error => withReason(error, text))
      const next = await Promise.race([read, ended])
      if (typeof next !== 'string') return
      text = next
    }
  } finally {
    stdout.off('resize', onResize)
    if (stdout.isTTY) stdout.write(leave)
  }
}

const mark = '! '

function withReason(error: unknown, last: string): string {
  const reason = `${mark}${printable((error as Error).message)}`
  return last.startsWith(mark) ? last.replace(/.*/, reason) : `${reason}\n\n${last}`
}

/** Cuts the text to the terminal's size: a longer line would move all lines below it. */
export function drawing(text: string, { rows, columns }: { rows: number; columns: number }) {
  // Some terminals do not know their size.
  const [height, width] = [(rows || 24) - 1, columns || 80]
  const lines = text.split('\n')
  const isLonger = lines.length > height
  const shown = isLonger ? lines.slice(0, Math.max(height - 1, 0)) : lines
  if (isLonger) shown.push(`… ${lines.length - shown.length} more lines`)
  const cut = shown.map(line => cutTo(line, width))
  return `${home}${cut.map(line => line + toEndOfLine).join('\n')}\n${below}`
}
