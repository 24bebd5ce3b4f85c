/**
 * `npm run package` makes `.cache/guidon-VERSION.tgz`, which `npm install` installs without a registry: the
 * platform and its commands as JavaScript, the built app, and the packages that they import, in the versions
 * of package-lock.json.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { neededFolders } from './needed.ts'

const folder = '.cache/package'
const bin = 'scripts/npm-package/guidon.js'
const run = (program: string, args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const own = readJson('package.json')

rmSync(folder, { recursive: true, force: true })
run('node_modules/.bin/tsc', ['-p', 'scripts/npm-package/tsconfig.json'])
chmodSync(join(folder, bin), 0o755)
const beside = globSync('platform/**/*', {
  exclude: ['**/*.ts', '**/*.d.mts'],
  withFileTypes: true,
})
for (const file of beside.filter(one => one.isFile())) copy(join(file.parentPath, file.name))
copy('dist')
copy('deploy')
for (const file of globSync('docs/*.md')) copy(file)
copy('SECURITY.md')
cpSync('scripts/npm-package/README.md', join(folder, 'README.md'))

const imported = importedPackages()
for (const needed of neededFolders(imported, readJson('package-lock.json').packages)) add(needed)
writeJson(join(folder, 'package.json'), {
  name: own.name,
  version: own.version,
  description: own.description,
  license: own.license,
  type: own.type,
  engines: own.engines,
  bin: { guidon: bin },
  dependencies: Object.fromEntries(imported.map(name => [name, own.dependencies[name]])),
  bundleDependencies: imported,
})
run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', '.cache', `./${folder}`])
const packed = `.cache/${own.name}-${own.version}.tgz`
console.log(`${packed}: ${(statSync(packed).size / 1e6).toFixed(1)} MB`)

function copy(path: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  // In the lock file, packages inside of a package have entries of their own.
  const isOwn = (file: string) =>
    !/\/node_modules(\/|$)|\.map$|\.d\.[cm]?ts$/.test(file.slice(path.length))
  cpSync(path, join(folder, path), { recursive: true, filter: isOwn })
}

function add(needed: string) {
  copy(needed)
  // npm would look for what was left out, and for install scripts of native code. When a new version is installed over
  // an old one, npm would fetch peer dependencies from a registry. It would also warn of each that wants a newer Node
  // than the package does: `show:package` tries the oldest one.
  const left = [
    'optionalDependencies',
    'scripts',
    'peerDependencies',
    'peerDependenciesMeta',
    'engines',
  ]
  const all = Object.entries(readJson(join(needed, 'package.json')))
  writeJson(
    join(folder, needed, 'package.json'),
    Object.fromEntries(all.filter(([field]) => !left.includes(field))),
  )
}

function importedPackages(): string[] {
  const names = globSync(`${folder}/{platform,scripts,src}/**/*.js`).flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import) ?\(?['"]([@a-z][^'":]*)['"]/g)].map(
      ([, specifier = '']) =>
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
    ),
  )
  return [...new Set(names)].filter(name => name in own.dependencies).sort()
}

function writeJson(file: string, data: unknown) {
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`)
}
