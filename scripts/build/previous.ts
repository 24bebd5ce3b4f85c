import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How many earlier builds keep their files, for pages that were opened before a deployment. */
const KEPT = 3
/** In the built folder: the names below `assets` of each build, the newest first. */
const LIST = '.builds.json'

/**
 * Builds into a folder, and keeps the files of the last builds beside the new ones, so that an open page
 * of an earlier build still finds what it loads on demand. Names contain a hash, so files do not collide.
 */
export async function keepPrevious(folder: string, build: () => Promise<unknown>): Promise<void> {
  const assets = join(folder, 'assets')
  const earlier = await readList(folder)
  const saved = await mkdtemp(join(tmpdir(), 'guidon-builds-'))
  try {
    const there = new Set(await readdir(assets).catch(() => []))
    for (const name of new Set(earlier.flat())) {
      if (there.has(name)) await cp(join(assets, name), join(saved, name))
    }
    await build()
    const now = (await readdir(assets)).sort()
    const isNew = JSON.stringify(earlier[0]) !== JSON.stringify(now)
    const previous = (isNew ? earlier : earlier.slice(1)).slice(0, KEPT)
    await mkdir(assets, { recursive: true })
    for (const name of new Set(previous.flat())) {
      const isGone = now.includes(name) || !there.has(name)
      if (!isGone) await cp(join(saved, name), join(assets, name))
    }
    await writeFile(join(folder, LIST), JSON.stringify([now, ...previous]))
  } finally {
    await rm(saved, { recursive: true, force: true })
  }
}

/** Reads the list of builds. Without a readable list it keeps no builds, since the age of their files is unknown. */
async function readList(folder: string): Promise<string[][]> {
  try {
    const list: unknown = JSON.parse(await readFile(join(folder, LIST), 'utf8'))
    const isList = Array.isArray(list) && list.flat().every(name => /^[^/\\]+$/.test(String(name)))
    return isList ? (list as string[][]) : []
  } catch {
    return []
  }
}
