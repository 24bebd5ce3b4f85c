import { keysymOf } from './keysyms.ts'

/** Milliseconds between two keys: an X server that learns a key needs its programs to keep up. */
const PACE = 12

/** Types texts key by key, one after the other. */
export function createTypist(press: (keysym: number) => void) {
  const waiting: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function next() {
    const char = waiting.shift()
    timer = char === undefined ? undefined : setTimeout(next, PACE)
    if (char !== undefined) press(keysymOf(char))
  }
  return {
    type(text: string) {
      waiting.push(...text.replaceAll(/\r\n?/g, '\n'))
      if (timer === undefined) next()
    },
    close: () => clearTimeout(timer),
  }
}
