import { randomBytes } from 'node:crypto'
import { chmod, readdir, readFile, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { readWritten } from '../read-text.ts'
import { writeSmallFile } from '../small-file.ts'
import { socketPathIn } from '../socket-path.ts'

/** Another running process uses the data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
  /** Who uses the folder, without the advice. */
  readonly use: string

  /** @param advice for somebody who starts a platform */
  constructor(use: string, advice: string) {
    super(`${use}: ${advice}`)
    this.use = use
  }
}

/**
 * Takes the data folder for this process, and creates it if it is missing.
 *
 * The lock is a file with the id of its process, on Linux that process's start time, and the name of a socket
 * beside it. A process that was killed leaves the file behind, and its id may be given to another. Another
 * container on the same folder cannot see the process, but only a living process answers on the socket.
 *
 * @returns releases the folder. Further calls do nothing: another platform may have it then
 * @throws FolderInUseError
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await makeFolder(folder)
  // It contains keys, even if the folder existed before.
  await chmod(folder, 0o700)
  const file = join(folder, 'lock')
  const { name, close } = await listenIn(folder)
  try {
    await takeLock(folder, file, `${process.pid} ${await startTime(process.pid)} ${name}`)
  } catch (error) {
    await close()
    throw error
  }
  await removeLeftSockets(folder, name)
  let isReleased = false
  return async () => {
    if (isReleased) return
    isReleased = true
    await rm(file, { force: true })
    await close()
  }
}

async function takeLock(folder: string, file: string, mine: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      // Created with its content at once: another platform would take an empty one for a leftover.
      return await writeSmallFile(file, mine, { replaces: false })
    } catch (error) {
      // A full disk names no path.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw Object.assign(error as Error, { path: folder })
    }
    const holder = await readWritten(file).then(String, () => '')
    const [pid, , name = ''] = holder.split(' ')
    const isHere = await isAlive(holder)
    if (isHere || (await answers(folder, name))) {
      const who = isHere ? `the process ${pid}` : `the process ${pid} of another container`
      throw new FolderInUseError(
        `the data folder ${folder} is in use by ${who}`,
        'stop it, or choose another folder with --data',
      )
    }
    await rm(file, { force: true })
  }
  throw new FolderInUseError(
    `several platforms start with the data folder ${folder} at once`,
    'start one of them again',
  )
}

const socketName = /^lock\.[\da-f]+\.sock$/

/** Answers all who ask whether this process lives. Where a folder takes no socket, nobody can ask. */
async function listenIn(folder: string) {
  const name = `lock.${randomBytes(6).toString('hex')}.sock`
  const { path, close } = await socketPathIn(folder, name)
  const server = createServer(socket => socket.destroy()).unref()
  await new Promise<void>(resolve => {
    server.on('error', () => resolve()).listen(path, resolve)
  })
  if (server.listening) await chmod(path, 0o600)
  return {
    name,
    async close() {
      if (server.listening) await new Promise(resolve => server.close(resolve))
      await close()
    },
  }
}

/** Whether the process lives that listens there. It need not be one that this process can see. */
async function answers(folder: string, name: string): Promise<boolean> {
  if (!socketName.test(name)) return false
  const { path, close } = await socketPathIn(folder, name)
  const isConnected = await new Promise<boolean>(resolve => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
  await close()
  return isConnected
}

/** Removes the sockets of processes that were killed. */
async function removeLeftSockets(folder: string, own: string): Promise<void> {
  for (const name of await readdir(folder))
    if (socketName.test(name) && name !== own) await rm(join(folder, name), { force: true })
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
