import { constants } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, opendir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { HomeEntry } from '../../../src/api/contract/desktop/files.ts'
import { homeUse } from '../home/use.ts'
import type { Downloads, HomeFile, HomeFiles, HomePart } from './home-files.ts'
import { openBelow, within } from './open.ts'
import { FilesRefused, refusalOf } from './refusal.ts'

interface LocalFilesOptions {
  home: string
  /** Beside the home and on the same disk: no program of the desktop reaches it. It is there while the desktop runs. */
  uploads: string
  homeMb: number
  fileMb: number
}

const downloads = 'Downloads'

/** The files of a desktop that is processes of this host. Its programs may change the home at any moment. */
export function createLocalFiles({ home, uploads, homeMb, fileMb }: LocalFilesOptions): HomeFiles {
  const partOf = (upload: string) => join(uploads, upload)
  return {
    homeMb,
    fileMb,

    async list(steps, maxEntries) {
      const folder = await openBelow(home, steps)
      try {
        if (!(await folder.stat()).isDirectory()) throw new FilesRefused('notFound')
        const names: string[] = []
        for await (const { name } of await opendir(within(folder, '.'))) {
          if (names.push(name) > maxEntries) break
        }
        const found = await Promise.all(names.map(name => describe(within(folder, name), name)))
        return found.filter(entry => entry !== null)
      } finally {
        await folder.close()
      }
    },

    async open(steps) {
      const file = await openBelow(home, steps)
      try {
        return await readable(file)
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async measure() {
      const [mb, { bavail, bsize }] = await Promise.all([homeUse(home, []), statfs(home)])
      return { used: mb * 2 ** 20, free: bavail * bsize }
    },

    async openPart(upload): Promise<HomePart> {
      const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants
      const part = await open(partOf(upload), O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600)
      return {
        size: (await part.stat()).size,
        append: chunk => part.appendFile(chunk),
        publish: () => part.chmod(0o644),
        close: () => part.close(),
      }
    },

    partSize: async upload => (await lstat(partOf(upload))).size,
    removePart: upload => rm(partOf(upload), { force: true }),

    async openDownloads(): Promise<Downloads> {
      const folder = await openDownloads(home)
      return {
        async take(upload, name) {
          const isMade = await link(partOf(upload), within(folder, name)).then(
            () => true,
            (error: NodeJS.ErrnoException) => {
              if (error.code === 'EEXIST') return false
              throw refusalOf(error) === 'unreadable' ? new FilesRefused('noDownloads') : error
            },
          )
          if (isMade) await rm(partOf(upload), { force: true })
          return isMade
        },
        close: () => folder.close(),
      }
    },
  }
}

/** @returns null if it is gone */
async function describe(path: string, name: string): Promise<HomeEntry | null> {
  // A name that is not UTF-8 is decoded to one that no file has.
  if (name.includes('\ufffd')) return { name, kind: 'other', bytes: null }
  const info = await lstat(path).catch(() => null)
  if (!info) return null
  if (info.isFile()) return { name, kind: 'file', bytes: info.size }
  if (info.isDirectory()) return { name, kind: 'folder', bytes: null }
  return { name, kind: info.isSymbolicLink() ? 'link' : 'other', bytes: null }
}

async function readable(file: FileHandle): Promise<HomeFile> {
  const info = await file.stat({ bigint: true })
  if (!info.isFile()) throw new FilesRefused('unreadable')
  return {
    size: Number(info.size),
    tag: [info.ino, info.size, info.mtimeNs].map(part => part.toString(36)).join('-'),
    async read(position, length) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    },
    close: () => file.close(),
  }
}

async function openDownloads(home: string): Promise<FileHandle> {
  const top = await openBelow(home, [])
  try {
    await mkdir(within(top, downloads)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await top.close()
  }
  const folder = await openBelow(home, [downloads]).catch(error => {
    throw refusalOf(error) === 'unreadable' ? new FilesRefused('noDownloads') : error
  })
  if ((await folder.stat()).isDirectory()) return folder
  await folder.close()
  throw new FilesRefused('noDownloads')
}
