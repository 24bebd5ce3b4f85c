import { randomBytes } from 'node:crypto'
import { chmod, readdir, rename, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { codeOf } from '../error-code.ts'
import { makeFolder } from '../files/make-folder.ts'
import { readTextIfAny, writeSmallFile } from '../files/small-file.ts'
import { startTimeOf } from '../runtime/process-table.ts'
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
    await takeLock(folder, file, `${process.pid} ${await startTimeText(process.pid)} ${name}`)
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
    if (await create(folder, file, mine)) return
    const holder = await readTextIfAny(file)
    if (holder === null) continue
    await refuseLiving(folder, holder)
    if (await replaceLeftover(folder, file, { holder, mine })) return
  }
  throw new FolderInUseError(
    `several platforms start with the data folder ${folder} at once`,
    'start one of them again',
  )
}

/**
 * Replaces the lock of a process that has ended. If two processes find it at once, only the one that makes the second
 * file goes on: the other one could otherwise remove the lock that the first one has just taken.
 *
 * @returns false if the lock has changed meanwhile
 */
async function replaceLeftover(
  folder: string,
  file: string,
  { holder, mine }: { holder: string; mine: string },
): Promise<boolean> {
  const next = `${file}.next`
  if (!(await create(folder, next, mine))) {
    const other = await readTextIfAny(next)
    if (other !== null) await refuseLiving(folder, other)
    // Its process ended between two steps.
    await rm(next, { force: true })
    return false
  }
  try {
    if ((await readTextIfAny(file)) !== holder) return false
    await rename(next, file)
    return true
  } finally {
    await rm(next, { force: true })
  }
}

/** Creates a lock with its content at once: another platform would take an empty one for a leftover. */
async function create(folder: string, file: string, mine: string): Promise<boolean> {
  try {
    await writeSmallFile(file, mine, { replaces: false })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // A full disk names no path.
    throw Object.assign(error as Error, { path: folder })
  }
}

/** @throws FolderInUseError if the process of a lock lives */
async function refuseLiving(folder: string, holder: string): Promise<void> {
  const [pid, , name = ''] = holder.split(' ')
  const isHere = await isAlive(holder)
  if (!isHere && !(await answers(folder, name))) return
  const who = isHere ? `the process ${pid}` : `the process ${pid} of another container`
  throw new FolderInUseError(
    `the data folder ${folder} is in use by ${who}`,
    'stop it, or choose another folder with --data',
  )
}

const socketName = /^lock\.[\da-f]+\.sock$/

/** Answers all who ask whether this process lives. Where a folder takes no socket, nobody can ask. */
async function listenIn(folder: string) {
  const name = `lock.${randomBytes(6).toString('hex')}.sock`
  // It gets its name when it listens: before, another process would take it for that of a killed one.
  const starting = `${name}.new`
  const { path, close } = await socketPathIn(folder, starting)
  const server = createServer(socket => socket.destroy()).unref()
  await new Promise<void>(resolve => {
    server.on('error', () => resolve()).listen(path, resolve)
  })
  if (server.listening) {
    await chmod(path, 0o600)
    await rename(path, join(folder, name))
  }
  return {
    name,
    async close() {
      if (server.listening) await new Promise(resolve => server.close(resolve))
      await rm(join(folder, name), { force: true })
      await close()
    },
  }
}

/**
 * Whether the process lives that listens there. It need not be one that this process can see.
 *
 * The system takes a connection for a process that was killed until its last thread has ended. Only a living process
 * takes another one after it has closed the first. One that is stopped closes none, and lives.
 */
async function answers(folder: string, name: string): Promise<boolean> {
  if (!socketName.test(name)) return false
  const { path, close } = await socketPathIn(folder, name)
  try {
    const first = await outcomeOf(path)
    return first === 'kept' || (first === 'closed' && (await outcomeOf(path)) !== 'refused')
  } finally {
    await close()
  }
}

/** How long a process that is being killed may keep its socket. A living one answers sooner. Milliseconds. */
const longestEnd = 2000

/** What becomes of a connection to this socket. */
function outcomeOf(path: string): Promise<'refused' | 'closed' | 'kept'> {
  const { promise, resolve } = Promise.withResolvers<'refused' | 'closed' | 'kept'>()
  let isTaken = false
  const socket = connect(path, () => {
    isTaken = true
  })
    .on('error', () => {})
    .on('close', () => resolve(isTaken ? 'closed' : 'refused'))
    .setTimeout(longestEnd, () => {
      resolve('kept')
      socket.destroy()
    })
    .resume()
  return promise
}

/** Removes the sockets of processes that were killed, not that of one which is just asking for the folder. */
async function removeLeftSockets(folder: string, own: string): Promise<void> {
  for (const name of await readdir(folder))
    if (socketName.test(name) && name !== own && !(await answers(folder, name)))
      await rm(join(folder, name), { force: true })
}

async function isAlive(holder: string): Promise<boolean> {
  const [pid, started] = holder.split(' ')
  if (!pid || !/^\d+$/.test(pid)) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    // EPERM: the process exists, and belongs to another user.
    if (codeOf(error) !== 'EPERM') return false
  }
  return (await startTimeText(Number(pid))) === started
}

/** `-` if /proc does not say. */
const startTimeText = async (pid: number): Promise<string> => (await startTimeOf(pid)) ?? '-'
