import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/guidon')
const dayMs = 24 * 3_600_000

/** Programs of the platform that tests start often. */
const programs = { platform: 'platform/main.ts', organise: 'scripts/organise/organise.ts' }

/** The sources of the programs. */
const sources = ['platform', 'src/api', 'src/domain', 'src/machines', 'scripts/organise']

/**
 * A program of the platform with all of its modules in a few files. Node needs a second of processor time to load
 * the 900 modules of a start one by one, and tests start it more than a hundred times. It is bundled once, and
 * again after a change.
 *
 * @returns the file to run
 */
export async function bundled(program: keyof typeof programs): Promise<string> {
  const folder = join(cache, `platform-${fingerprint()}`)
  if (!existsSync(folder)) await bundle(folder)
  return join(folder, `${program}.js`)
}

let known: string | undefined
/** The fingerprint of the sources when the first test of a process needs it. */
function fingerprint(): string {
  if (known) return known
  // The bundle has paths of its checkout in it. A copied checkout would run the other one's app.
  const hash = createHash('sha256').update(root)
  const files = sources.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => join(folder, name)),
  )
  for (const file of [...files.sort(), 'package-lock.json', relative(root, import.meta.filename)]) {
    const { mtimeMs, size } = statSync(join(root, file))
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  known = hash.digest('hex').slice(0, 16)
  return known
}

async function bundle(folder: string): Promise<void> {
  // Loaded only when a bundle is made.
  const { build } = await import('vite')
  const unfinished = `${folder}.${process.pid}`
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    root,
    plugins: [{ name: 'places', transform: { order: 'post', handler: keepPlaces } }],
    // These load files beside their own.
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'dockerode', 'ssh2'] },
    build: {
      ssr: true,
      outDir: unfinished,
      emptyOutDir: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(programs).map(([name, file]) => [name, join(root, file)]),
        ),
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  // Another process may already have made it.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
  await removeOld(folder)
}

/** Keeps the paths to files that a module reads beside itself. */
function keepPlaces(code: string, id: string) {
  if (!code.includes('import.meta.')) return null
  const places = {
    dirname: dirname(id),
    filename: id,
    url: pathToFileURL(id).href,
  }
  return {
    code: code.replace(
      /\bimport\.meta\.(dirname|filename|url)\b/g,
      (_, place: keyof typeof places) => JSON.stringify(places[place]),
    ),
    map: null,
  }
}

/**
 * Removes the bundles that are a day older than this one. A test may still run a younger one. It does not read
 * the clock: pictures are taken with a clock of the year 2030.
 */
export async function removeOld(newest: string): Promise<void> {
  const { mtimeMs } = await stat(newest)
  const beside = dirname(newest)
  for (const name of await readdir(beside)) {
    const path = join(beside, name)
    if (!name.startsWith('platform-')) continue
    // Another process may have removed or renamed it meanwhile.
    const found = await stat(path).catch(() => null)
    if (found && mtimeMs - found.mtimeMs > dayMs) await rm(path, { recursive: true, force: true })
  }
}
