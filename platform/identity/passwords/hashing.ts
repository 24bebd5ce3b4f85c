import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../log.ts'
import type { HashAnswer, HashJob } from './hash-worker.ts'

/** No password can be hashed now: too many requests wait, or the host has too little memory. */
export class HashingBusyError extends Error {
  override readonly name = 'HashingBusyError'
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter: number

  constructor(message: string, retryAfter: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfter = retryAfter
  }
}

/** Hashes and checks passwords; both throw `HashingBusyError`. */
export interface Hashing {
  hash(password: string): Promise<string>
  verify(password: string, hashed: string): Promise<boolean>
  close(): Promise<void>
}

export interface HashingOptions {
  log: Log
  /** How many requests may wait; the next is refused. */
  maxQueue?: number
  createWorker?: () => Worker
}

interface Waiting {
  job: HashJob
  resolve(result: string | boolean): void
  reject(error: Error): void
}

/** About four seconds of work. Those who sign in wait in `Turns`; this is for all other passwords. */
const defaultMaxQueue = 100
/** How many passwords are hashed at once. */
export const hashingThreads = () => (availableParallelism() > 2 ? 2 : 1)

const startWorker = () =>
  new Worker(new URL(`./hash-worker${extname(import.meta.filename)}`, import.meta.url))

/**
 * Hashes passwords in threads of its own, one or two at a time, so that many sign-ins at once
 * neither block the threads that read files nor use all processors and memory.
 */
export function createHashing(options: HashingOptions): Hashing {
  const { log, maxQueue = defaultMaxQueue, createWorker = startWorker } = options
  const most = hashingThreads()
  const queue: Waiting[] = []
  const idle: Worker[] = []
  const busy = new Map<Worker, Waiting>()

  const lose = (worker: Worker, cause: unknown) => {
    const waiting = busy.get(worker)
    busy.delete(worker)
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
    waiting?.reject(new HashingBusyError('the thread that hashes passwords ended', 5, { cause }))
    next()
  }

  const start = (): Worker => {
    const worker = createWorker()
    worker.on('message', (answer: HashAnswer) => {
      const waiting = busy.get(worker)
      busy.delete(worker)
      idle.push(worker)
      // An idle thread must not keep the process alive.
      worker.unref()
      if ('result' in answer) waiting?.resolve(answer.result)
      else {
        log.error({ reason: answer.failure }, 'a password could not be hashed')
        waiting?.reject(new HashingBusyError(answer.failure, 5))
      }
      next()
    })
    worker.on('error', error => {
      log.error({ err: error }, 'the thread that hashes passwords failed')
      lose(worker, error)
    })
    worker.on('exit', code => lose(worker, code))
    return worker
  }

  const next = () => {
    if (busy.size >= most) return
    const waiting = queue.shift()
    if (!waiting) return
    try {
      const worker = idle.pop() ?? start()
      busy.set(worker, waiting)
      worker.ref()
      worker.postMessage(waiting.job)
    } catch (cause) {
      log.error({ err: cause }, 'no thread to hash passwords')
      waiting.reject(new HashingBusyError('no thread to hash passwords', 5, { cause }))
      next()
    }
  }

  const run = (job: HashJob) =>
    new Promise<string | boolean>((resolve, reject) => {
      if (queue.length >= maxQueue)
        return reject(new HashingBusyError('too many passwords wait to be checked', 5))
      queue.push({ job, resolve, reject })
      next()
    })

  // The first thread is created now, while there is memory. If it failed to start later, the whole process
  // would end.
  const first = start()
  first.unref()
  idle.push(first)

  return {
    hash: async password => String(await run({ kind: 'hash', password })),
    verify: async (password, hashed) => (await run({ kind: 'verify', password, hashed })) === true,
    async close() {
      for (const { reject } of queue.splice(0)) reject(new HashingBusyError('the platform ends', 5))
      await Promise.all([...idle, ...busy.keys()].map(worker => worker.terminate()))
    },
  }
}
