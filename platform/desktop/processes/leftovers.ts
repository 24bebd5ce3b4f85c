import { readFile, rm } from 'node:fs/promises'
import * as v from 'valibot'
import { writeSmallFile } from '../../files/small-file.ts'
import { killGroup, startTimeOf } from '../../runtime/process-table.ts'

const Leader = v.object({
  // A signal to 0 or to a negative number reaches whole groups of processes, and 1 is the first process.
  pid: v.pipe(v.number(), v.integer(), v.minValue(2)),
  startTime: v.string(),
})
type Leader = v.InferOutput<typeof Leader>

/** Stores the leader of a process group, so that a restarted platform can end the group. */
export async function saveLeader(file: string, pid: number): Promise<void> {
  const startTime = await startTimeOf(pid)
  if (startTime) await writeSmallFile(file, JSON.stringify({ pid, startTime } satisfies Leader))
}

/**
 * Ends the process group whose leader is in the file, if that leader still runs.
 *
 * @returns whether it ran
 * @throws if the file cannot be read, or has no leader
 */
export async function endLeftover(file: string): Promise<boolean> {
  const saved = JSON.parse(await readFile(file, 'utf8'))
  const { pid, startTime } = v.parse(Leader, saved)
  const isRunning = (await startTimeOf(pid)) === startTime
  if (isRunning) killGroup(pid, 'SIGKILL')
  await rm(file, { force: true })
  return isRunning
}
