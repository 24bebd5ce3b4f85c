import type { Log } from '../../log.ts'
import { messageOf } from '../../log-errors.ts'
import { rememberSuccess } from '../../runtime/remember-success.ts'
import { whyNotRun } from '../../runtime/try-run.ts'
import { type Sandbox, sandboxed, unconfined } from './sandbox.ts'

const whyNotSandboxed = rememberSuccess(
  () => whyNot(sandboxed),
  reason => !reason,
)

/**
 * Runs a sandbox to find out whether it works here: bubblewrap may be missing or too old, and many
 * containers forbid user namespaces. Logs a warning if there is no sandbox.
 */
export async function chooseSandbox(log: Log): Promise<Sandbox> {
  const reason = await whyNotSandboxed()
  if (!reason) return sandboxed
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
    const inner = await sandbox.within(import.meta.dirname, ['node', '--version'], {
      memoryMb: 256,
    })
    return await whyNotRun({ ...inner, command: sandbox.around(inner.command) })
  } catch (error) {
    return messageOf(error)
  }
}
