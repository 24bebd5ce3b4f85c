import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hash, verify } from './hash-format.ts'

/** A request to the thread, one at a time. */
export type HashJob =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; password: string; hashed: string }

/** Its answer; `failure` if the host has too little memory. */
export type HashAnswer = { result: string | boolean } | { failure: string }

/** Calls and files come first. On Linux this sets the thread's priority, on other systems that of the whole process. */
if (process.platform === 'linux') setPriority(5)

parentPort?.on('message', (job: HashJob) => {
  parentPort?.postMessage(answerTo(job))
})

function answerTo(job: HashJob): HashAnswer {
  try {
    return { result: job.kind === 'hash' ? hash(job.password) : verify(job.password, job.hashed) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
