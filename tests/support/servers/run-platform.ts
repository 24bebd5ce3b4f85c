import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundled } from '../../platform/bundled.ts'
import { shortLived } from '../short-lived.ts'
import { watchStart } from './watch-start.ts'

const sources = join(import.meta.dirname, '../../../platform/main.ts')
const main = await bundled('platform')

interface How {
  /** More options of Node. */
  node?: string[]
  /** A command that runs the platform's command line. Default: none. */
  around?: string[]
  /** Whether it loads module by module, like `npm start`. Default: it is bundled. */
  isFromSources?: boolean
}

/**
 * Starts the platform in a process of its own, on a free port if `args` name none. Environments are processes:
 * looking for an engine would load much code.
 */
export function runPlatform(
  args: readonly string[],
  { node = [], around = [], isFromSources }: How = {},
) {
  const [file = '', ...all] = [
    ...around,
    ...[process.execPath, ...shortLived, ...node],
    isFromSources ? sources : main,
    ...['--port', '0', '--environments', 'process'],
    ...args,
  ]
  return watchStart(spawn(file, all, { stdio: ['ignore', 'pipe', 'pipe'] }))
}
