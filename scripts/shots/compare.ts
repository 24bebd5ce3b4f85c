import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { type Difference, differenceOf } from './difference.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The folder of the pictures to compare with. If `base` is not a folder, it is a commit: its app is built beside
 * `scratch`, and this checkout's scenes are played there.
 */
export function baseFolder(base: string, names: readonly string[], scratch: string): string {
  if (existsSync(base)) return base
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const commit = git('rev-parse', '--verify', `${base}^{commit}`).trim()
  const checkout = join(scratch, 'base')
  const folder = join(scratch, 'base-pictures')
  git('worktree', 'add', '--detach', checkout, commit)
  try {
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
    for (const own of ['scripts/shots.ts', 'scripts/shots']) {
      rmSync(join(checkout, own), { recursive: true, force: true })
      cpSync(join(root, own), join(checkout, own), { recursive: true })
    }
    const run = (env: NodeJS.ProcessEnv, ...args: string[]) =>
      execFileSync(process.execPath, args, { cwd: checkout, stdio: 'inherit', env })
    const ownClock = { ...process.env, NODE_OPTIONS: '' }
    run(ownClock, 'scripts/build.ts')
    // Commits of November 2026 remove old bundles by the clock of the pictures. So the host's clock bundles first.
    const bundles = join(checkout, 'tests/platform/bundled.ts')
    if (existsSync(bundles))
      run(ownClock, '--eval', `import('${bundles}').then(one => one.bundled('platform'))`)
    run(process.env, 'scripts/shots.ts', '--into', folder, ...names)
  } finally {
    git('worktree', 'remove', '--force', checkout)
  }
  return folder
}

interface Compared extends Partial<Difference> {
  readonly file: string
  /** The only folder that has the picture; undefined: both have it. */
  readonly onlyIn?: 'base' | 'now'
}

const isPicture = (file: string) => file.endsWith('.png')
const picturesIn = (folder: string) => readdirSync(folder).filter(isPicture)

/**
 * Compares the pictures of two folders, and writes a page about those that differ.
 *
 * @param baseName what the page calls the base
 * @param scenes the pictures of other scenes in the base are left out
 * @returns what differs, a line for each picture
 */
export async function compareFolders(
  browser: Browser,
  [base, now, report]: readonly [string, string, string],
  baseName: string,
  scenes: readonly string[],
): Promise<string[]> {
  rmSync(report, { recursive: true, force: true })
  mkdirSync(report, { recursive: true })
  const isWanted = (file: string) =>
    scenes.some(name => file.startsWith(`${name}-`) && /^-\w\w-/.test(file.slice(name.length)))
  const page = await browser.newPage()
  const files = [...new Set([...picturesIn(base), ...picturesIn(now)])].filter(isWanted).sort()
  const differing: Compared[] = []
  for (const file of files) {
    const [before, after] = [join(base, file), join(now, file)]
    if (!existsSync(before)) differing.push({ file, onlyIn: 'now' })
    else if (!existsSync(after)) differing.push({ file, onlyIn: 'base' })
    else {
      const compared = await differenceOf(page, readFileSync(before), readFileSync(after))
      if (!compared.picture) continue
      cpSync(before, join(report, `base-${file}`))
      cpSync(after, join(report, `now-${file}`))
      writeFileSync(join(report, `difference-${file}`), compared.picture)
      differing.push({ file, pixels: compared.pixels })
    }
  }
  await page.close()
  writeFileSync(join(report, 'index.html'), pageOf(differing, files.length, baseName))
  return differing.map(lineOf)
}

const lineOf = ({ file, onlyIn, pixels }: Compared) =>
  `${file}: ${onlyIn ? `only in ${onlyIn === 'base' ? 'the base' : 'the new pictures'}` : `${pixels} pixels`}`

function pageOf(differing: readonly Compared[], count: number, base: string): string {
  const rows = differing.map(one => `<li><a href="#${one.file}">${lineOf(one)}</a></li>`)
  const pictures = differing.map(({ file, onlyIn, ...rest }) => {
    const sides = onlyIn ? [] : ['base', 'now', 'difference']
    const images = sides.map(
      side =>
        `<figure><figcaption>${side}</figcaption><a href="${side}-${file}"><img src="${side}-${file}" alt="${side} of ${file}" loading="lazy"></a></figure>`,
    )
    return `<h2 id="${file}">${lineOf({ file, onlyIn, ...rest } as Compared)}</h2><div>${images.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Visual differences</title>
<style>:root{color-scheme:light dark;font-family:system-ui}div{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;flex:1 1 20rem}img{max-width:100%;border:1px solid #888}</style>
<h1>${differing.length} of ${count} pictures differ</h1><p>Base: ${base}</p>
<ul>${rows.join('')}</ul>
${pictures.join('\n')}
</html>
`
}
