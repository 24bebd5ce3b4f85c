import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Log } from '../../log.ts'
import { bubblewrap, type Sandbox, unconfined } from './sandbox.ts'

const run = promisify(execFile)

/**
 * The best sandbox that works here, found out by running one: bubblewrap may be missing, too old,
 * or forbidden (user namespaces are, in many containers). Says loudly when there is none.
 */
export async function chooseSandbox(log: Log): Promise<Sandbox> {
  const reason = await whyNot(bubblewrap)
  if (!reason) return bubblewrap
  log.warn(
    { reason },
    'ENVIRONMENTS ARE NOT ISOLATED: bubblewrap does not work here, so challenge services run as ' +
      'plain processes of this user, and a broken-into service reaches everything that this user ' +
      'does. Install bubblewrap 0.8 or newer and allow user namespaces, or use the docker driver.',
  )
  return unconfined
}

async function whyNot(sandbox: Sandbox): Promise<string | null> {
  if (process.platform !== 'linux') return `it needs Linux, this is ${process.platform}`
  try {
    const inner = await sandbox.within(import.meta.dirname, ['node', '--version'], 256)
    const [file = '', ...args] = sandbox.around(inner)
    await run(file, args, { timeout: 10_000, env: { PATH: sandbox.path } })
    return null
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string }
    return code === 'ENOENT' ? 'bwrap is not installed' : stderr?.trim() || message
  }
}
