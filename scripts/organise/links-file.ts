import { access, lstat, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readText } from '../../platform/files/read-text.ts'
import {
  makePasswordLink,
  type PasswordLink,
  readPasswordLink,
} from '../../platform/identity/passwords/links.ts'
import { byteOrderMark, readCsv } from './csv.ts'

export interface Links {
  /** In the order of the names. */
  links: PasswordLink[]
  /** Whether the file has them already. */
  isWritten: boolean
}

/**
 * Makes a link for each name. If an import was cut off after its file was written, the same import takes the links of
 * this file: they may be of accounts that were created.
 *
 * @throws Error in plain words if the file is another one, or cannot be written
 */
export async function linksFor(file: string, origin: string, names: string[]): Promise<Links> {
  await access(dirname(file))
  const info = await lstat(file).catch(() => null)
  if (!info) return { links: names.map(name => makePasswordLink(origin, name)), isWritten: false }
  // Who could write the file would know the links.
  const isOwn = info.isFile() && info.uid === process.getuid?.() && (info.mode & 0o077) === 0
  const links = isOwn ? await readLinks(file, origin, names).catch(() => null) : null
  if (links) return { links, isWritten: true }
  throw new Error(`${file} is there already: name a new file, so that no link is lost`)
}

/** @returns null if it has other links */
async function readLinks(file: string, origin: string, names: string[]) {
  const [, ...rows] = readCsv(await readText(file))
  const found = rows.flatMap(({ cells: [name = '', url = ''] }, place) =>
    name === names[place] ? (readPasswordLink(url, origin, name) ?? []) : [],
  )
  return found.length === names.length && rows.length === names.length ? found : null
}

/** Writes all of them, or leaves no file. */
export async function writeLinks(file: string, names: string[], links: PasswordLink[]) {
  const rows = names.map((name, place) => `"${name.replaceAll('"', '""')}",${links[place]?.url}`)
  const text = [`${byteOrderMark}name,link`, ...rows, ''].join('\r\n')
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch(async error => {
    if (error.code !== 'EEXIST') await rm(file, { force: true })
    // A full disk names no path.
    throw Object.assign(error, { path: file })
  })
}
