// Sets the checkout up: installs when the lockfile changed, builds when sources changed, finds a
// browser for the tests. Runs before anything is installed, on any Node from 20.18 on: no dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const OLDEST_NODE = '20.18'

/** What the app is built from. */
const sources = [
  'src',
  'public',
  'platform/locales',
  'index.html',
  'desktop.html',
  'inspector.html',
  'scripts/build.ts',
  'scripts/build',
  'vite.config.ts',
  'lingui.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

function fail(message) {
  console.error(`guidon: ${message}`)
  process.exit(1)
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap(name => filesBelow(join(path, name)))
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(path => filesBelow(join(root, path)))) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function isFresh(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

function run(what, command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (error || status !== 0) fail(`${what} failed: ${error?.message ?? `exit code ${status}`}`)
}

function install() {
  const stamp = join(root, 'node_modules', '.guidon-lock')
  const hash = hashOf(['package-lock.json'])
  if (isFresh(stamp, hash)) return
  console.log('Installing packages …')
  // `npm ci` would refuse a lock file that was made with a registry mirror without the packages of some system.
  const npm = process.env.npm_execpath
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, ...given] = npm ? [process.execPath, npm, ...args] : ['npm', ...args]
  const { status, error, stderr } = spawnSync(command, given, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  process.stderr.write(stderr ?? '')
  // Older versions of npm run install scripts of packages, with the project's own Node.
  if (stderr?.includes(library)) failForLibrary()
  if (error || status !== 0) fail(`npm install failed: ${error?.message ?? `exit code ${status}`}`)
  if (spawnSync(node(), ['--version'], { encoding: 'utf8' }).stderr?.includes(library))
    failForLibrary()
  writeFileSync(stamp, hash)
}

/** A library that the project's own Node needs, and that small systems lack. */
const library = 'libatomic.so.1'

function failForLibrary() {
  fail(`Node needs the library ${library}: install it (on Debian: apt install libatomic1)`)
}

/** The project's own Node, from its packages. */
const node = () => join(root, 'node_modules', '.bin', 'node')

function build() {
  const stamp = join(root, '.cache', 'built')
  const hash = hashOf(sources)
  if (existsSync(join(root, 'dist', 'index.html')) && isFresh(stamp, hash)) return
  console.log('Building the app …')
  run('The build', node(), ['scripts/build.ts'])
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

if (process.versions.node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0) {
  fail(`Node ${OLDEST_NODE} or newer is needed to set up; this is ${process.version}.`)
}
install()
if (process.argv.includes('--build')) build()
if (process.argv.includes('--browser')) run('Finding a browser', node(), ['scripts/browser.ts'])
