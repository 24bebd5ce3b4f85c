const maxLine = 500

/** Keeps the last `count` lines of a service's output. */
export function keepTail(count) {
  let text = ''
  return {
    add(chunk) {
      text = (text + chunk)
        .split('\n')
        .slice(-count - 1)
        .join('\n')
        .slice(-count * maxLine)
        .toWellFormed()
    },
    text: () => text.trim().split('\n').slice(-count).join('\n'),
  }
}
