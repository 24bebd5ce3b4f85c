import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

const [home, toEndOfLine, below] = ['\u001b[H', '\u001b[K', '\u001b[J']

/** Draws a text again and again, in place if it is a terminal, until Ctrl-C. */
export async function redraw(textOf: () => Promise<string>, everyMs: number): Promise<void> {
  const ending = new AbortController()
  void once(process, 'SIGINT').then(() => ending.abort())
  while (!ending.signal.aborted) {
    const text = await textOf()
    const { isTTY, rows } = process.stdout
    const lines = text.split('\n')
    const shown = isTTY ? lines.slice(0, rows - 1) : lines
    process.stdout.write(
      isTTY ? `${home}${shown.map(line => line + toEndOfLine).join('\n')}\n${below}` : `${text}\n`,
    )
    await pause(everyMs, undefined, ending).catch(() => {})
  }
}
