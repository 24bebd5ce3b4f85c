import { hash } from 'node:crypto'
import type { Stats } from 'ssh2'
import type { HomeEntry } from '../../../src/api/contract/desktop/files.ts'
import { quoted } from '../../terminal/shell-word.ts'
import type { HomeFile, HomeFiles, HomePart } from '../files/home-files.ts'
import { FilesRefused } from '../files/refusal.ts'
import type { DesktopConnection } from './connection.ts'
import type { SftpSession } from './sftp.ts'

const home = '/home/player'
const downloads = `${home}/Downloads`
/** player.sh deletes it at each start, and use.sh does not count it. */
const parts = `${home}/.uploads`
const kb = 1024

/**
 * The files of a desktop that is a container, by SFTP. Everything that answers there belongs to the player. A false
 * answer affects nobody else, since the player has all these files anyway. No answer may break the platform.
 *
 * @param connect gives the connection that is open, and waits for one that is being opened again
 */
export function createRemoteFiles(
  limits: Pick<HomeFiles, 'homeMb' | 'fileMb'>,
  connect: () => Promise<DesktopConnection>,
): HomeFiles {
  const connection = () => connect().catch(unreachable)

  /** Runs work in a session, and ends the session after it. */
  async function inSession<T>(work: (session: SftpSession) => Promise<T>): Promise<T> {
    const session = await opened()
    return work(session).finally(session.end)
  }
  const opened = async () => (await connection()).sftp().catch(unreachable)

  /** Opens something in a session. Closing it ends the session, and so does a failure. */
  async function withSession<T>(work: (session: SftpSession) => Promise<T>): Promise<T> {
    const session = await opened()
    return work(session).catch(error => {
      session.end()
      throw error
    })
  }

  const run = async (command: string) =>
    (await connection()).run(command, AbortSignal.timeout(15_000)).catch(unreachable)

  return {
    ...limits,

    list: (steps, maxEntries) =>
      inSession(async session => {
        const path = await settle(session, steps, 'folder')
        const folder = await session.openFolder(path)
        const entries: HomeEntry[] = []
        while (entries.length <= maxEntries) {
          const some = await session.readFolder(folder)
          if (some === null) break
          // This stops at an answer without an entry: the player could repeat it for ever.
          if (some.length === 0) throw new FilesRefused('unreachable')
          entries.push(
            ...some
              .filter(({ filename }) => isName(filename))
              .map(({ filename, attrs }) => describe(filename, attrs)),
          )
        }
        return entries.slice(0, maxEntries + 1)
      }),

    open: steps =>
      withSession(async session => {
        const path = await settle(session, steps, 'file')
        // SFTP gives times in seconds, and no inode number.
        const said = await run(`stat -c '%i %s %y' -- ${quoted(path)}`)
        const handle = await session.open(path, 'r')
        const { size, mtime } = await session.size(handle)
        if (!Number.isSafeInteger(size)) throw new FilesRefused('unreachable')
        const tag = hash('sha256', `${said} ${size} ${mtime}`, 'base64url')
        return {
          size,
          tag,
          read: (position, length) => session.read(handle, position, length),
          close: async () => session.end(),
        } satisfies HomeFile
      }),

    async measure() {
      const said = await run('nice sh /opt/desktop/use.sh 2>/dev/null')
      const [, all, ofParts, free] = /^(\d{1,15}) (\d{1,15}) (\d{1,15})$/m.exec(said) ?? []
      if (free === undefined) throw new FilesRefused('unreachable')
      const used = Math.max(0, Number(all) - Number(ofParts))
      return { used: used * kb, free: Number(free) * kb }
    },

    openPart: upload =>
      withSession(async session => {
        await makeFolder(session, parts)
        const handle = await session.open(`${parts}/${upload}`, 'a')
        const { size } = await session.size(handle)
        let end = size
        return {
          size,
          async append(chunk) {
            await session.write(handle, chunk, end)
            end += chunk.byteLength
          },
          publish: () => session.publish(handle),
          close: async () => session.end(),
        } satisfies HomePart
      }),

    partSize: upload =>
      inSession(async session => (await session.lstat(`${parts}/${upload}`)).size),

    removePart: upload => inSession(session => remove(session, upload)),

    openDownloads: () =>
      withSession(async session => {
        await makeFolder(session, downloads)
        return {
          async take(upload, name) {
            if (await session.link(`${parts}/${upload}`, `${downloads}/${name}`)) {
              await remove(session, upload)
              return true
            }
            // SFTP does not say why it failed. A file of any kind may have the name.
            const taken = await session.lstat(`${downloads}/${name}`).catch(() => null)
            if (taken) return false
            throw new FilesRefused('noDownloads')
          },
          close: async () => session.end(),
        }
      }),
  }
}

function unreachable(error: unknown): never {
  throw error instanceof FilesRefused ? error : new FilesRefused('unreachable')
}

/** The real path that the steps lead to, without links. @throws FilesRefused if it is not of this kind */
async function settle(
  session: SftpSession,
  steps: readonly string[],
  kind: 'folder' | 'file',
): Promise<string> {
  const paths = steps.map((_, at) => [home, ...steps.slice(0, at + 1)].join('/'))
  const found = await Promise.allSettled(paths.map(path => session.lstat(path)))
  for (const [at, one] of found.entries()) {
    if (one.status === 'rejected') throw one.reason
    const isLast = at === found.length - 1
    if (one.value.isSymbolicLink()) throw new FilesRefused('unreadable')
    // Reading a pipe would wait for its writer.
    if (isLast && kind === 'file' && !one.value.isFile()) throw new FilesRefused('unreadable')
    if (!(isLast && kind === 'file') && !one.value.isDirectory()) throw new FilesRefused('notFound')
  }
  if (steps.length === 0 && kind === 'file') throw new FilesRefused('unreadable')
  return paths.at(-1) ?? home
}

async function makeFolder(session: SftpSession, path: string): Promise<void> {
  if (await session.makeFolder(path)) return
  if (!(await session.lstat(path)).isDirectory()) throw new FilesRefused('noDownloads')
}

async function remove(session: SftpSession, upload: string): Promise<void> {
  await session.remove(`${parts}/${upload}`).catch(error => {
    if (!(error instanceof FilesRefused && error.code === 'notFound')) throw error
  })
}

const isName = (text: string) =>
  typeof text === 'string' && !['', '.', '..'].includes(text) && !/[/\0]/.test(text)

function describe(name: string, attrs: Stats): HomeEntry {
  // A name that is not UTF-8 is decoded to one that no file has.
  if (name.includes('\ufffd')) return { name, kind: 'other', bytes: null }
  if (attrs.isFile() && Number.isSafeInteger(attrs.size))
    return { name, kind: 'file', bytes: attrs.size }
  if (attrs.isDirectory()) return { name, kind: 'folder', bytes: null }
  return { name, kind: attrs.isSymbolicLink() ? 'link' : 'other', bytes: null }
}
