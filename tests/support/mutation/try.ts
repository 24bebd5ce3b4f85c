import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Job, Report } from './protocol.ts'

/** Milliseconds beyond its own timeout that a test may take before its process counts as hanging. */
const GRACE = 20_000
/** Mutants in one process: what they load stays in its memory. */
const MOST = 60

const worker = join(import.meta.dirname, 'worker.ts')

type Verdict = Exclude<Report, { type: 'going' }>

/** Tries mutants in a separate process, which is replaced when it dies, hangs or has grown. */
export function createTrier() {
  let child: ChildProcess | null = null
  let tried = 0
  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }

  function ask(job: Job): Promise<Verdict | 'died' | 'hung'> {
    if (tried >= MOST) end()
    if (!child) {
      child = fork(worker, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
      tried = 0
    }
    const asked = child
    const { promise, resolve } = Promise.withResolvers<Verdict | 'died' | 'hung'>()
    const hangsAfter = (ms: number) => setTimeout(() => resolve('hung'), ms + GRACE)
    let timer = hangsAfter(GRACE)
    const hear = (report: Report) => {
      clearTimeout(timer)
      if (report.type === 'going') timer = hangsAfter(report.timeout)
      else resolve(report)
    }
    const die = () => resolve('died')
    asked.on('message', hear).on('exit', die).send(job)
    return promise.finally(() => {
      clearTimeout(timer)
      asked.off('message', hear).off('exit', die)
    })
  }

  async function tryOne(job: Job): Promise<Verdict> {
    const verdict = await ask(job)
    tried += 1
    if (typeof verdict === 'object') return verdict
    const wasFirst = tried === 1
    end()
    // What another mutant left behind may have ended it.
    if (verdict === 'died' && !wasFirst) return tryOne(job)
    const why = verdict === 'died' ? 'An error that no test handled.' : 'It runs in circles.'
    return { type: 'caught', by: 'own rules', test: '(its process)', why }
  }

  return { tryOne, end }
}
