// Lists the packages of the app and the platform. `npm run sbom` writes them as CycloneDX; `npm run licences`
// fails if a licence is not on the list below, or if package.json does not name an install script.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createCommand } from './command.ts'
import { type Component, licenceProblems, scriptProblems } from './packages/problems.ts'

const options = createCommand(
  'npm run licences --',
  'Checks the licences and the install scripts of all packages.',
)
  .option('--sbom <file>', 'also write what runs in production, as CycloneDX')
  .parse()
  .opts<{ sbom?: string }>()

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const own = read('package.json')

/** The packages that are installed without the tools: npm reads each package's own package.json. */
function listPackages() {
  const npm = process.env.npm_execpath
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev']
  const command = npm ? process.execPath : 'npm'
  const { status, stdout, stderr, error } = spawnSync(command, npm ? [npm, ...args] : args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return JSON.parse(stdout)
  console.error(`guidon: npm sbom failed: ${error?.message ?? stderr.trim()}`)
  process.exit(1)
}

const sbom = listPackages()
// npm would use the folder's name.
sbom.metadata.component.name = own.name
if (options.sbom) {
  writeFileSync(options.sbom, `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(`${options.sbom}: ${sbom.components.length} packages`)
}

const components: Component[] = sbom.components
const { packages } = read('package-lock.json')
const problems = [...licenceProblems(components), ...scriptProblems(packages, own.allowScripts)]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(
  `${components.length} packages in production: each licence and install script is known.`,
)
