import { chmod, copyFile, link, mkdir, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CurrentEvent } from '../../current-event.ts'
import { stateOf } from '../../event/handouts/handout-file.ts'
import type { EventDefinition } from '../../event/model.ts'
import { freeSpace, minFreeMegabytes } from '../../files/free-space.ts'
import type { Log } from '../../log.ts'

/** Keeps the folder that desktops show as /challenges. */
export interface Handouts {
  /** Makes it as the event is now. Never rejects. */
  renew(): Promise<void>
  /** Resolves when nothing is being changed. Never rejects. */
  ready(): Promise<void>
  /** Resolves when nothing is changed any more. */
  close(): Promise<void>
}

/**
 * The files of challenges, in one folder for all desktops, which show it read-only. It has no challenge that may be
 * locked for somebody. Files that have not changed stay, so programs can keep them open.
 *
 * @param free how many MB the disk of a folder has left; null: unknown
 */
export function createHandouts(
  folder: string,
  event: CurrentEvent,
  log: Log,
  free = freeSpace,
): Handouts {
  let last: Promise<void> = Promise.resolve()
  let isClosed = false
  return {
    ready: () => last,
    renew() {
      if (isClosed) return last
      last = last
        .then(() => makeSame(folder, filesOf(event.current), { log, free }))
        .catch(error =>
          log.error({ err: error }, 'the files of challenges are not in the desktops'),
        )
      return last
    },
    close() {
      isClosed = true
      return last
    },
  }
}

/** @returns the path of each source, by its path in the folder */
function filesOf({ challenges }: EventDefinition): Map<string, string> {
  const open = challenges.filter(({ requires, isHidden }) => requires.length === 0 && !isHidden)
  return new Map(
    open.flatMap(({ categorySlug, slug, files }) =>
      files
        .map(({ name, path }) => [join(categorySlug, slug, name), path] as const)
        .filter(([to]) => to.startsWith(join(categorySlug, slug, '/'))),
    ),
  )
}

async function makeSame(
  folder: string,
  wanted: Map<string, string>,
  { log, free }: { log: Log; free: typeof freeSpace },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const there = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof there)[number]) => join(entry.parentPath, entry.name)
  for (const entry of there.filter(entry => !entry.isDirectory())) {
    const path = pathOf(entry)
    const source = wanted.get(path.slice(folder.length + 1))
    if (!source || !(await isSame(source, path))) await rm(path)
  }
  // The deepest first. One with files stays.
  for (const entry of there.filter(entry => entry.isDirectory()).reverse())
    await rmdir(pathOf(entry)).catch(() => undefined)
  for (const [name, source] of wanted) {
    const path = join(folder, name)
    try {
      // It throws if this is no file any more.
      await stateOf(source)
      await mkdir(dirname(path), { recursive: true, mode: 0o755 })
      if (!(await isSame(source, path))) await place(source, path, free)
    } catch (error) {
      log.error({ file: source, err: error }, 'a file of a challenge is not in the desktops')
    }
  }
}

async function isSame(source: string, path: string): Promise<boolean> {
  const [one, other] = await Promise.all([source, path].map(at => stat(at).catch(() => null)))
  if (!one || !other) return false
  const isLinked = one.ino === other.ino && one.dev === other.dev
  const isReadable = (other.mode & 0o004) !== 0
  return isReadable && (isLinked || (one.size === other.size && +one.mtime === +other.mtime))
}

/**
 * A hard link takes no space. A file that only its owner may read is copied, because desktops run as other
 * users.
 */
async function place(source: string, path: string, free: typeof freeSpace): Promise<void> {
  await rm(path, { recursive: true, force: true })
  const { mode, size, atime, mtime } = await stat(source)
  const isLinked =
    (mode & 0o004) !== 0 &&
    (await link(source, path).then(
      () => true,
      () => false,
    ))
  if (isLinked) return
  const left = await free(dirname(path))
  // While a copy fills the disk, the database could write nothing.
  if (left !== null && size / 2 ** 20 > left - minFreeMegabytes)
    throw new Error(`a copy would leave less than ${minFreeMegabytes} MB on its disk`)
  await copyFile(source, path)
  await chmod(path, 0o644)
  await utimes(path, atime, mtime)
}
