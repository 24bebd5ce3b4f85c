import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSmallFile } from '../small-file.ts'

/** Another running platform uses the data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Takes the data folder for this process, and creates it if it is missing.
 *
 * The lock is a file with the id of its process and, on Linux, that process's start time: a process
 * that was killed leaves the file behind, and its id may be given to another.
 *
 * @returns releases the folder
 * @throws FolderInUseError
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // It contains keys, even if the folder existed before.
  await chmod(folder, 0o700)
  const file = join(folder, 'lock')
  const mine = `${process.pid} ${await startTime(process.pid)}`

  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      // Created with its content at once: another platform would take an empty one for a leftover.
      await writeSmallFile(file, mine, { replaces: false })
      return () => rm(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = await readFile(file, 'utf8').catch(() => '')
    if (holder === mine || (await isAlive(holder))) {
      const pid = holder.split(' ')[0]
      throw new FolderInUseError(
        `the data folder ${folder} is in use by the process ${pid}: stop it, or choose another folder with --data`,
      )
    }
    await rm(file, { force: true })
  }
  throw new FolderInUseError(`the data folder ${folder} is in use`)
}

async function isAlive(holder: string): Promise<boolean> {
  const [pid, started] = holder.split(' ')
  if (!pid || !/^\d+$/.test(pid)) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    // EPERM: the process exists, and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return (await startTime(Number(pid))) === started
}

/** When a process started, in ticks since the host's start; `-` if /proc does not say. */
async function startTime(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The command, in parentheses, may contain spaces; the start time is the 20th field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-'
}
