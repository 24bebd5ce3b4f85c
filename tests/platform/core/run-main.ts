import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { shortLived } from '../../support/short-lived.ts'
import { bundled } from '../bundled.ts'

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
 * Starts the platform on a free port. Environments are processes: looking for an engine would load much code.
 */
export function runMain(args: string[], { node = [], around = [], isFromSources }: How = {}) {
  const usual = ['--port', '0', '--environments', 'process']
  const [file = '', ...all] = [
    ...around,
    process.execPath,
    ...shortLived,
    ...node,
    isFromSources ? sources : main,
    ...usual,
    ...args,
  ]
  const child = spawn(file, all, {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    err += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }))
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const origin = /address +(\S+)/.exec(out)?.[1]
      if (origin && out.includes('Ctrl-C')) resolve(origin)
    })
    ended.then(end => reject(new Error(`it ended: ${JSON.stringify(end)}`)))
  })
  ready.catch(() => undefined)
  return { child, ready, ended, output: () => out, errors: () => err }
}
