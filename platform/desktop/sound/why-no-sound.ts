import { join } from 'node:path'
import { rememberSuccess } from '../../runtime/remember-success.ts'
import { whyNotRun } from '../../runtime/try-run.ts'

const script = join(import.meta.dirname, '..', 'session', 'sound.py')

/** Why desktops that are processes of this host cannot have sound; null: they can. */
export const whyNoSound = rememberSuccess(tryOut, reason => !reason)

async function tryOut(): Promise<string | null> {
  const commands = [
    ['pulseaudio', '--version'],
    ['/usr/bin/python3', '-I', script, 'check'],
  ]
  const reasons = await Promise.all(commands.map(command => whyNotRun({ command, inputs: [] })))
  return reasons.find(reason => reason !== null) ?? null
}
