/** Milliseconds between two keys, for programs that read slowly. */
const PACE = 5

/** Types texts key by key, one after the other. */
export function createTypist(press: (char: string) => void) {
  const waiting: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function next() {
    const char = waiting.shift()
    timer = char === undefined ? undefined : setTimeout(next, PACE)
    if (char !== undefined) press(char)
  }
  return {
    type(text: string) {
      waiting.push(...text.replaceAll(/\r\n?/g, '\n'))
      if (timer === undefined) next()
    },
    close: () => clearTimeout(timer),
  }
}
