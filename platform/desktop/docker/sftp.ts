import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import type { FilesRefusal } from '../../../src/api/contract/desktop/files.ts'
import { FilesRefused } from '../files/refusal.ts'

/**
 * One session of SFTP, which talks to a process of the player. That may answer wrongly, late or not at all: then all
 * methods reject with `unreachable`, and the session is over. A file is a handle.
 */
export interface SftpSession {
  lstat(path: string): Promise<Stats>
  /** @returns null at the end */
  readFolder(folder: Buffer): Promise<FileEntryWithStats[] | null>
  openFolder(path: string): Promise<Buffer>
  open(path: string, mode: 'r' | 'a'): Promise<Buffer>
  size(file: Buffer): Promise<Stats>
  read(file: Buffer, position: number, length: number): Promise<Uint8Array>
  write(file: Buffer, chunk: Uint8Array, position: number): Promise<void>
  publish(file: Buffer): Promise<void>
  /** @returns false if it could not be made: mostly it is there already */
  makeFolder(path: string): Promise<boolean>
  remove(path: string): Promise<void>
  /** @returns false if it could not be made: mostly the name is taken */
  link(from: string, to: string): Promise<boolean>
  end(): void
}

const answerMs = 15_000
/** Status codes of the protocol. Other errors of a file system are `failure`. */
const codes = { end: 1, notFound: 2, denied: 3, failure: 4, badMessage: 5 } as const
const meanings: Record<number, FilesRefusal> = {
  [codes.notFound]: 'notFound',
  [codes.denied]: 'unreadable',
  // OpenSSH says so of a name that is too long.
  [codes.badMessage]: 'notFound',
}

type Done<T> = (error: (Error & { code?: number }) | null | undefined, answer: T) => void

export function sessionOf(sftp: SFTPWrapper): SftpSession {
  // Without a listener, a malformed answer would end the process.
  sftp.on('error', () => undefined)
  let isOver = false
  sftp.once('end', () => {
    isOver = true
  })

  const ask = <T>(call: (done: Done<T>) => void, failure: FilesRefusal) =>
    new Promise<T>((resolve, reject) => {
      // It would keep the request until it is connected again, which never happens.
      if (isOver) return reject(new FilesRefused('unreachable'))
      const late = setTimeout(() => {
        reject(new FilesRefused('unreachable'))
        sftp.end()
      }, answerMs)
      try {
        call((error, answer) => {
          clearTimeout(late)
          if (!error) return resolve(answer)
          const { code } = error
          if (code === codes.end) return reject(new EndReached())
          const meaning = code === codes.failure ? failure : meanings[code ?? -1]
          reject(new FilesRefused(meaning ?? 'unreachable'))
        })
      } catch {
        clearTimeout(late)
        reject(new FilesRefused('unreachable'))
      }
    })

  const doing = (call: (done: (error?: Error | null) => void) => void, failure: FilesRefusal) =>
    ask<void>(done => call(error => done(error, undefined)), failure)

  /** A wrong kind of answer, where an object is needed. */
  const known = async <T extends object>(answer: Promise<T | undefined>): Promise<T> => {
    const found = await answer
    if (found) return found
    sftp.end()
    throw new FilesRefused('unreachable')
  }
  const isMade = (answer: Promise<unknown>) =>
    answer.then(
      () => true,
      error => {
        if (error instanceof FilesRefused && error.code === 'noDownloads') return false
        throw error
      },
    )

  return {
    lstat: path => known(ask<Stats>(done => sftp.lstat(path, done), 'notFound')),

    readFolder: folder =>
      known(ask<FileEntryWithStats[]>(done => sftp.readdir(folder, done), 'unreadable')).catch(
        error => {
          if (error instanceof EndReached) return null
          throw error
        },
      ),

    openFolder: path => known(ask<Buffer>(done => sftp.opendir(path, done), 'notFound')),
    open: (path, mode) =>
      known(ask<Buffer>(done => sftp.open(path, mode, { mode: 0o600 }, done), 'unreadable')),
    size: file => known(ask<Stats>(done => sftp.fstat(file, done), 'unreadable')),

    async read(file, position, length) {
      const bytes = Buffer.allocUnsafe(length)
      const count = await ask<number>(
        done => sftp.read(file, bytes, 0, length, position, done),
        'unreadable',
      )
      return bytes.subarray(0, count)
    },

    async write(file, chunk, position) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      await doing(done => sftp.write(file, bytes, 0, bytes.length, position, done), 'diskFull')
    },

    publish: file => doing(done => sftp.fchmod(file, 0o644, done), 'noDownloads'),
    makeFolder: path => isMade(doing(done => sftp.mkdir(path, done), 'noDownloads')),
    remove: path => doing(done => sftp.unlink(path, done), 'unreadable'),
    link: (from, to) =>
      isMade(doing(done => sftp.ext_openssh_hardlink(from, to, done), 'noDownloads')),

    end: () => sftp.end(),
  }
}

class EndReached extends Error {
  override readonly name = 'EndReached'
}
