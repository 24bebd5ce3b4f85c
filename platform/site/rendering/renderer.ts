import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { FromRenderer, RenderJob, ToRenderer } from '../../../src/api/rendering.ts'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import { createSeldom } from '../../seldom.ts'

/** Makes one of a page's reads. Null: the page cannot be rendered. */
export type Read = (url: string) => Promise<{ status: number; body: string } | null>

export interface Renderer {
  /** Starts the process, if there is none: a user opens the app, and will soon request a page. */
  prepare(): void
  /** @returns the page as HTML; null: not now */
  render(job: RenderJob, read: Read): Promise<string | null>
  close(): void
}

export interface RendererOptions {
  /** What the process runs: `render-page.mjs` of the built app. */
  file: string
  clock: Clock
  log: Log
}

interface Waiting {
  job: RenderJob
  read: Read
  end(html: string | null): void
}

/** How many pages may wait. With more, the browser itself would show the page at about the same time. */
const maxWaiting = 8
/** From the request. After that, browsers have rendered the page themselves. */
const maxMs = 1500
/** After a page that took longer, or a process that failed, no page is rendered for this time. */
const delayAfterFailureMs = 10_000
/** A process that renders one page for this long is ended. */
const hangingMs = 10_000
/** For the app, whose page is thrown away. */
const noReply = { status: 500, body: '' }
const maxHeapMb = 192

/**
 * Renders pages in a process of its own, one after the other. That process has the user's time zone, it has a lower
 * priority than calls, and whatever ends it ends nothing else. It starts when it is first needed.
 */
export function createRenderer({ file, clock, log }: RendererOptions): Renderer {
  const queue: Waiting[] = []
  let child: ChildProcess | null = null
  let current: Waiting | null = null
  let notBefore = 0
  let isClosed = false
  let stopWatching = () => {}
  const mayWarn = createSeldom(() => clock.monotonic())

  const start = (): ChildProcess => {
    const started = fork(file, {
      execArgv: [`--max-old-space-size=${maxHeapMb}`],
      // Nothing from the platform's own environment, such as the address of its database.
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const lose = (reason: unknown) => {
      if (child !== started) return
      child = null
      notBefore = clock.monotonic() + delayAfterFailureMs
      if (!isClosed) log.warn({ reason: String(reason) }, 'the process that renders pages ended')
      end(null)
    }
    started.on('message', (message: FromRenderer) => {
      if (child === started) hear(started, message)
    })
    started.on('error', lose)
    started.on('exit', (code, signal) => lose(signal ?? code))
    // An idle process must not keep the platform alive.
    started.unref()
    started.channel?.unref()
    if (started.pid && process.platform === 'linux') lowerPriority(started.pid)
    return started
  }

  const send = (to: ChildProcess, message: ToRenderer) => {
    // Its end is reported by `exit`.
    if (to.connected) to.send(message, () => {})
  }

  const hear = (from: ChildProcess, message: FromRenderer) => {
    const asked = current
    if (message.kind === 'rendered') return end(message.html)
    if (message.kind === 'failed') {
      // A page that fails for one user may fail for all.
      const what = 'a page could not be rendered'
      if (mayWarn(what)) log.warn({ reason: message.reason }, what)
      return end(null)
    }
    if (!asked) return
    asked.read(message.url).then(
      reply => {
        if (!reply) asked.end(null)
        send(from, { kind: 'answer', id: message.id, ...(reply ?? noReply) })
      },
      () => {
        asked.end(null)
        send(from, { kind: 'answer', id: message.id, ...noReply })
      },
    )
  }

  const end = (html: string | null) => {
    const ended = current
    current = null
    stopWatching()
    ended?.end(html)
    next()
  }

  const kill = () => {
    const lost = child
    child = null
    lost?.kill('SIGKILL')
    end(null)
  }

  const next = () => {
    if (current) return
    // After a slow page or a failure, all waiting pages are declined.
    if (clock.monotonic() < notBefore) for (const { end } of queue.splice(0)) end(null)
    const waiting = queue.shift()
    if (!waiting) return
    current = waiting
    const renderer = running()
    if (!renderer) return end(null)
    send(renderer, { kind: 'render', job: waiting.job })
    stopWatching = clock.after(hangingMs, kill)
  }

  /** Null: the host has no process left, or no file. */
  const running = (): ChildProcess | null => {
    try {
      child ??= start()
    } catch (error) {
      log.warn({ err: error }, 'pages cannot be rendered')
      notBefore = clock.monotonic() + delayAfterFailureMs
    }
    return child
  }

  return {
    prepare() {
      if (!isClosed && clock.monotonic() >= notBefore) running()
    },
    render: (job, read) =>
      new Promise(resolve => {
        const isTooMuch = queue.length >= maxWaiting
        if (isClosed || isTooMuch || clock.monotonic() < notBefore) return resolve(null)
        const stopTimer = clock.after(maxMs, () => {
          // This host has other work to do.
          notBefore = clock.monotonic() + delayAfterFailureMs
          resolve(null)
        })
        queue.push({
          job,
          read,
          end(html) {
            stopTimer()
            resolve(html)
          },
        })
        next()
      }),
    close() {
      isClosed = true
      for (const { end } of queue.splice(0)) end(null)
      kill()
    },
  }
}

function lowerPriority(pid: number) {
  try {
    setPriority(pid, 5)
  } catch {
    // It has ended already.
  }
}
