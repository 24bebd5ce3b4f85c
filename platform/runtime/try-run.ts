import type { ChildProcess } from 'node:child_process'
import { Writable } from 'node:stream'
import type { SandboxedCommand } from './bubblewrap.ts'
import { startProcess } from './start-process.ts'

/** A busy host may need long. */
const timeoutMs = 30_000

/** Runs a command to its end. @returns why that failed, or null */
export function whyNotRun({ command, inputs }: SandboxedCommand): Promise<string | null> {
  const [file = '', ...args] = command
  return new Promise(resolve => {
    const child = startProcess(file, args, {
      stdio: ['ignore', 'ignore', 'pipe', ...inputs.map(() => 'pipe' as const)],
      timeout: timeoutMs,
    })
    giveInputs(child, inputs)
    let said = ''
    child.stderr?.on('data', chunk => {
      said += String(chunk)
    })
    child.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      resolve(code === 'ENOENT' ? `${file} is not installed` : message),
    )
    child.once('close', (code, signal) => {
      resolve(code === 0 ? null : said.trim() || `${file} ended (${signal ?? `exit code ${code}`})`)
    })
  })
}

/** Writes what a sandboxed command reads, from descriptor 3 on. */
export function giveInputs(child: ChildProcess, inputs: readonly Buffer[]): void {
  for (const [at, input] of inputs.entries()) {
    const pipe = child.stdio[at + 3]
    // The reader may have ended: its exit says why.
    if (pipe instanceof Writable) pipe.on('error', () => undefined).end(input)
  }
}
