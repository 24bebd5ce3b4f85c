import { readFile, rm } from 'node:fs/promises'
import * as v from 'valibot'
import { writeSmallFile } from '../small-file.ts'

const Leader = v.object({
  // Signals to 0 or to a negative number reach whole groups of processes, and 1 is the first process.
  pid: v.pipe(v.number(), v.integer(), v.minValue(2)),
  /** When the kernel started it, in clock ticks since boot: pids are used again, this is not. */
  startTime: v.string(),
})
type Leader = v.InferOutput<typeof Leader>

/** Notes the leader of a process group, so that a later platform can end the group. */
export async function noteLeader(file: string, pid: number): Promise<void> {
  const startTime = await startTimeOf(pid)
  if (startTime) await writeSmallFile(file, JSON.stringify({ pid, startTime } satisfies Leader))
}

/**
 * Ends the process group noted in the file, if its leader is still the one noted; tells whether.
 *
 * @throws where the file cannot be read, or notes nothing
 */
export async function endLeftover(file: string): Promise<boolean> {
  const noted = JSON.parse(await readFile(file, 'utf8'))
  const { pid, startTime } = v.parse(Leader, noted)
  const lives = (await startTimeOf(pid)) === startTime
  if (lives) killGroup(pid, 'SIGKILL')
  await rm(file, { force: true })
  return lives
}

export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended by itself.
  }
}

async function startTimeOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The name, in brackets, may hold anything; field 22 is the 20th after it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}
