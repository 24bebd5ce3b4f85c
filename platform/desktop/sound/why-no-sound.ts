import { join } from 'node:path'
import { whyNotRun } from '../../runtime/try-run.ts'

const script = join(import.meta.dirname, '..', 'session', 'sound.py')

let works: { path: string | undefined } | null = null

/**
 * Why desktops that are processes of this host cannot have sound; null: they can. What has worked is not tried
 * again.
 */
export async function whyNoSound(): Promise<string | null> {
  const path = process.env.PATH
  if (works && works.path === path) return null
  const commands = [
    ['pulseaudio', '--version'],
    ['/usr/bin/python3', '-I', script, 'check'],
  ]
  const reasons = await Promise.all(commands.map(command => whyNotRun({ command, inputs: [] })))
  const reason = reasons.find(one => one !== null) ?? null
  if (!reason) works = { path }
  return reason
}
