import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { appFileOf, type Chunk, chunksOf } from './app-file.ts'

const source = join(import.meta.dirname, '../../src/worker')

/**
 * Writes the service worker beside the built app, and the list of the files that it keeps: what `index.html` can
 * ever load. The page names the list.
 */
export function worker(): Plugin {
  return {
    name: 'guidon:worker',
    apply: 'build',
    // The digests must be of the files as they are on the disk.
    async writeBundle({ dir = '' }, bundle) {
      const list = await writeList(dir, filesIn(bundle))
      const page = join(dir, 'index.html')
      const html = await readFile(page, 'utf8')
      await writeFile(
        page,
        html.replace('<html ', () => `<html data-files="${list}" `),
      )
      await writeFile(join(dir, 'worker.js'), await compiled('worker.ts'))
      await writeFile(join(dir, 'worker-off.js'), await compiled('off.ts'))
    },
  }
}

/**
 * Writes the digests of a build's files, by their addresses.
 *
 * @param names below the folder
 * @returns the list's address
 */
export async function writeList(folder: string, names: readonly string[]): Promise<string> {
  const entries = names.toSorted().map(async name => {
    const digest = hash('sha384', await readFile(join(folder, name)), 'base64')
    return [`/${name}`, `sha384-${digest}`] as const
  })
  const text = JSON.stringify(Object.fromEntries(await Promise.all(entries)))
  const digest = hash('sha256', text, 'base64url')
  const name = `assets/files-${digest.slice(0, 8)}.json`
  await writeFile(join(folder, name), text)
  return `/${name}`
}

/** What the app's page loads, at first or on demand. */
function filesIn(bundle: Rolldown.OutputBundle): string[] {
  const byName = new Map(chunksOf(bundle).map(chunk => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {}
    for (const name of [...importedCss, ...importedAssets]) found.add(name)
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) add(byName.get(name))
  }
  add(appFileOf(bundle))
  return [...found]
}

async function compiled(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'es2024',
      write: false,
      modulePreload: false,
      lib: { entry: join(source, name), formats: ['iife'], name: 'worker' },
    },
  })
  const [output] = [result].flat() as Rolldown.RolldownOutput[]
  return output?.output[0]?.code ?? ''
}
