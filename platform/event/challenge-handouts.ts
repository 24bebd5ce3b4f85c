import { access, constants, lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { findPath } from '../files/find-path.ts'
import type { ChallengeDefinition } from './model.ts'
import { isDefinition, isPathForOrganiser } from './organiser-files.ts'
import { readPicture } from './pictures/read-picture.ts'
import type { Report } from './problems.ts'
import { asList } from './yaml-data.ts'
import type { FieldPath } from './yaml-source.ts'

type Files = ChallengeDefinition['files']

/** Each is read whole when the event is loaded. */
const maxPictures = 50

/**
 * The files that participants get. A folder means all files in it, without those of the organiser. A
 * file that is missing, is outside of the challenge's folder, or leads outside by a link is left out with
 * a warning.
 */
export async function readHandouts(folder: string, value: unknown, report: Report): Promise<Files> {
  const files: Files = []
  const root = await realpath(folder)
  for (const [at, item] of asList(value).entries()) {
    const path: FieldPath = Array.isArray(value) ? ['files', at] : ['files']
    const leaveOut = (why: string) => report.warn(path, `${why}; this file is left out`)
    if (typeof item !== 'string') {
      leaveOut('is not a path')
      continue
    }
    const target = await findPath(folder, item)
    if (target === null) leaveOut(whyMissing(item))
    else if (!isWithin(root, target)) leaveOut(`'${item}' lies outside of the challenge's folder`)
    else if (isDefinition(basename(target))) leaveOut(`'${item}' holds the flags`)
    else {
      const found = await allFiles(root, target, basename(item), leaveOut)
      for (const { name } of found)
        if (name.split('/').some(isUnknownToWindows))
          report.warn(path, `'${name}' has a name that Windows cannot keep: rename it`)
      files.push(...found)
    }
  }
  const named = withUniqueNames(files, root)
  for (const [name, twin] of caseTwins(named))
    report.warn(
      ['files'],
      `'${twin}' and '${name}' have one name on Windows and macOS: rename one of them`,
    )
  return withPictures(composed(named))
}

function whyMissing(item: string): string {
  if (/^https?:\/\//i.test(item)) return `'${item}' is an address; put it into the description`
  const advice = item.includes('\\') ? '; write / between folders' : ''
  return `'${item}' does not exist${advice}`
}

/** Pairs of names that differ in case or form of Unicode only. */
function caseTwins(files: Files): [string, string][] {
  const firsts = new Map<string, string>()
  return files.flatMap(({ name }): [string, string][] => {
    const key = name.normalize('NFC').toLowerCase()
    const twin = firsts.get(key)
    firsts.set(key, twin ?? name)
    return twin === undefined ? [] : [[name, twin]]
  })
}

/** Texts name a picture in this form of Unicode, as keyboards write it. */
function composed(files: Files): Files {
  const names = new Set(files.map(({ name }) => name))
  return files.map(file => {
    const name = file.name.normalize('NFC')
    return names.has(name) ? file : { ...file, name }
  })
}

async function withPictures(files: Files): Promise<Files> {
  const read: Files = []
  let left = maxPictures
  for (const file of files) {
    // A file that cannot be read is not a picture either.
    const picture = left > 0 ? await readPicture(file.path).catch(() => null) : null
    if (picture) left -= 1
    read.push(picture ? { ...file, picture } : file)
  }
  return read
}

/** On Windows, `..\\x` in an archive leads out of the folder that it is unpacked to. */
const unportable = /[\\\p{Cc}]/u

/** Windows unpacks such a file or folder under another name, or not at all. */
const isUnknownToWindows = (name: string) =>
  /[<>:"|?*]|[. ]$/.test(name) || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)

const isWithin = (root: string, path: string) => path === root || path.startsWith(root + sep)

const isReadable = (path: string) =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  )

async function allFiles(
  root: string,
  top: string,
  topName: string,
  leaveOut: (why: string) => void,
): Promise<Files> {
  const files: Files = []
  const visit = async (path: string, name: string): Promise<void> => {
    const short = relative(root, path)
    if (unportable.test(basename(path)))
      return leaveOut(`'${short}' has a name that other systems cannot keep: rename it`)
    const info = await lstat(path).catch(() => null)
    // A name in another encoding is decoded to one that no file has.
    if (!info) return leaveOut(`'${short}' cannot be read: rename it in UTF-8`)
    if (info.isSymbolicLink()) {
      const target = await realpath(path).catch(() => null)
      if (target === null) return leaveOut(`'${short}' is a link to nowhere`)
      if (!isWithin(root, target))
        return leaveOut(`'${short}' is a link out of the challenge's folder`)
      // A link may lead to a folder that contains it.
      const status = await stat(target)
      if (status.isDirectory()) return leaveOut(`'${short}' is a link to a folder`)
      if (!status.isFile()) return leaveOut(`'${short}' is a link to what is no file`)
      if (isPathForOrganiser(relative(root, target)))
        return leaveOut(`'${short}' is a link to a file of the organiser`)
      if (!(await isReadable(target))) return leaveOut(`'${short}' cannot be read`)
      files.push({ path: target, name, bytes: status.size })
    } else if (info.isFile()) {
      if (!(await isReadable(path))) return leaveOut(`'${short}' cannot be read`)
      files.push({ path, name, bytes: info.size })
    } else if (info.isDirectory()) {
      const entries = await readdir(path).catch(() => null)
      if (!entries) return leaveOut(`'${short}' cannot be read`)
      for (const entry of entries.sort()) {
        if (!isPathForOrganiser(relative(top, join(path, entry))))
          await visit(join(path, entry), `${name}/${entry}`)
        else leaveOut(`'${join(short, entry)}' is the organiser's by its name`)
      }
    } else leaveOut(`'${short}' is neither a file nor a folder`)
  }
  await visit(top, topName)
  return files
}

/** Files with the same name keep their folders. */
function withUniqueNames(files: Files, root: string): Files {
  const once = [...new Map(files.map(file => [file.path, file])).values()]
  return once.map(file => {
    const twin = once.some(other => other !== file && other.name === file.name)
    return twin ? { ...file, name: relative(root, file.path).split(sep).join('/') } : file
  })
}
