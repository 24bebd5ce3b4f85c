import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeList } from '../../../scripts/build/worker.ts'

export const builtApp = join(import.meta.dirname, '../../../dist')

const listOf = (html: string) => /data-files="\/([^"]+)"/.exec(html)?.[1] ?? ''

/** The files of the built app that its service worker keeps, without the files of earlier builds. */
export async function filesOf(folder: string): Promise<string[]> {
  const list = listOf(await readFile(join(folder, 'index.html'), 'utf8'))
  const digests = JSON.parse(await readFile(join(folder, list), 'utf8'))
  return Object.keys(digests).map(path => path.slice(1))
}

/** Writes the next build of the app into an empty folder: the same files under other names. */
export async function writeNextBuild(folder: string): Promise<void> {
  const names = await filesOf(builtApp)
  const renamed = new Map(
    names.map(name => {
      const base = name.slice('assets/'.length)
      return [
        base,
        base.replace(/.(\.\w+)$/, (end, ending) => (end[0] === '0' ? '1' : '0') + ending),
      ]
    }),
  )
  const anyName = new RegExp(
    [...renamed.keys()].map(name => name.replaceAll('.', '\\.')).join('|'),
    'g',
  )
  const rename = (text: string) => text.replaceAll(anyName, name => renamed.get(name) ?? name)
  await mkdir(join(folder, 'assets'))
  for (const name of names) {
    const text = await readFile(join(builtApp, name), 'utf8')
    await writeFile(join(folder, rename(name)), rename(text))
  }
  const list = await writeList(folder, names.map(rename))
  const html = await readFile(join(builtApp, 'index.html'), 'utf8')
  await writeFile(
    join(folder, 'index.html'),
    rename(html).replace(`/${listOf(html)}`, () => list),
  )
  for (const name of await readdir(builtApp))
    if (/^worker|\.(svg|png|webmanifest)$/.test(name))
      await writeFile(join(folder, name), await readFile(join(builtApp, name)))
}
