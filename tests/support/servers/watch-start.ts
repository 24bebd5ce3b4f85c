import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** Reads what a command prints that starts the platform, like `npm start`. */
export function watchStart<Child extends ChildProcessByStdio<null, Readable, Readable>>(
  child: Child,
) {
  let out = ''
  let err = ''
  const ready = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', part => {
    out += part
    const [, origin] = /^\s*address\s+(\S+)/m.exec(out) ?? []
    // The last line of the start message.
    if (origin && out.includes('Ctrl-C')) ready.resolve(origin)
  })
  child.stderr.setEncoding('utf8').on('data', part => {
    err += part
  })
  const ended = once(child, 'close').then(([code]) => {
    ready.reject(new Error(`The platform ended with ${code}:\n${out}${err}`))
    return { code: code as number | null, out, err }
  })
  // Not every caller waits for it.
  ready.promise.catch(() => undefined)
  return {
    child,
    /** The address that participants open, when the platform answers. Rejects if it ends before. */
    ready: ready.promise,
    ended,
    output: () => out,
    errors: () => err,
  }
}
