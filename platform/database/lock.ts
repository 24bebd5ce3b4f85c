import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSmallFile } from '../small-file.ts'

/** The data folder belongs to another platform that runs now. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Takes the data folder for this process, and makes it where it is missing.
 *
 * The lock is a file with the id of its process and, on Linux, that process's start time: a process
 * that was killed leaves the file behind, and its id may be given to another.
 *
 * @returns gives the folder back
 * @throws FolderInUseError
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // It holds keys, also where somebody else made it for us.
  await chmod(folder, 0o700)
  const file = join(folder, 'lock')
  const mine = `${process.pid} ${await startTime(process.pid)}`

  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      // Never there without what it says: another platform would take it for one left behind.
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
    // EPERM: it is there, and another user's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return (await startTime(Number(pid))) === started
}

/** Ticks since the machine's start at which a process began; `-` where /proc does not tell. */
async function startTime(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The command, in parentheses, may hold spaces; the start time is the 20th field behind it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-'
}
