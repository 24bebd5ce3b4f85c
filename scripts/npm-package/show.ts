/**
 * `npm run show:package`: installs what `npm run package` made into an empty folder, without a registry, with the
 * host's own Node and an empty home. Measures it, then writes an event, runs it, signs a participant up, asks as an
 * organiser, and ends it. Then it installs a new version over the old one, and checks that all is still there, also with
 * the oldest Node that the package says it runs on.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createBrowser, signIn } from '../../tests/platform/core/sign-in-browser.ts'
import { watchStart } from '../../tests/support/servers/watch-start.ts'

const maxMegabytes = 150
const { name, version, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
const tarball = join(process.cwd(), `.cache/${name}-${version}.tgz`)
const folder = mkdtempSync(join(tmpdir(), 'guidon-package-'))
const home = join(folder, 'home')
const place = join(folder, 'place')
for (const one of [home, place]) mkdirSync(one)
/** Nothing of the checkout: neither its Node nor the variables that npm sets for scripts. */
const env = {
  HOME: home,
  npm_config_update_notifier: 'false',
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter(part => !part.includes('node_modules'))
    .join(delimiter),
}
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: place, env, encoding: 'utf8' }).trim()
const next = `${version}-next`
/** The same package under another version, since npm does not install a version twice. */
function newer(): string {
  run('tar', '-xzf', tarball, '-C', home)
  const file = join(home, 'package/package.json')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(`"version": "${version}"`, `"version": "${next}"`),
  )
  const made = join(home, 'newer.tgz')
  run('tar', '-czf', made, '-C', home, 'package')
  return made
}
const guidon = join(place, 'node_modules/.bin/guidon')

function check(what: string, isTrue: boolean, seen: unknown) {
  if (!isTrue) throw new Error(`${what}: ${seen}`)
  console.log(`${what}: ${seen}`)
}

/** The folder of the oldest Node that package.json names. Null: the registry does not answer, or has none for this host. */
function fetchOldestNode(): string | null {
  const oldest = `node-${process.platform}-${process.arch}@${engines.node.replace('>=', '')}.0`
  try {
    // With the caller's own settings of npm, which name the registry.
    const file = execFileSync('npm', ['pack', '--silent', oldest], { cwd: home, encoding: 'utf8' })
    mkdirSync(join(home, 'oldest'))
    run('tar', '-xzf', join(home, file.trim()), '-C', join(home, 'oldest'))
    return join(home, 'oldest/package/bin')
  } catch {
    return null
  }
}

/** @param action what the participant does on the sign-in page */
async function play(action: 'create' | 'signIn') {
  const { child, ready, ended } = watchStart(
    spawn(guidon, ['start', 'my-event', '--port', '0', '--environments', 'process'], {
      cwd: place,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  try {
    const origin = await ready
    check('it runs on', origin.startsWith('http://127.0.0.1:'), origin)
    const page = await (await fetch(origin)).text()
    check('the page of the app', page.includes('app-config'), `${page.length} characters`)
    const tokens = await signIn(createBrowser(), origin, 'ada', 'a long password', action)
    const response = await fetch(`${origin}/v1/user`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    check('a participant signs in, and gets', response.status === 200, response.status)
    const people = JSON.parse(run(guidon, 'organise', 'people', '--json'))
    check('organisers see', people.length === 1, `${people.length} user`)
    child.kill('SIGTERM')
    const { code } = await ended
    check('it ended with', code === 0, code)
  } finally {
    child.kill('SIGKILL')
  }
}

try {
  console.log(`Node ${run('node', '--version')}`)
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', tarball)
  const megabytes = Number(run('du', '-sm', '.').split('\t', 1)[0])
  check(`megabytes of ${maxMegabytes}`, megabytes < maxMegabytes, megabytes)
  run(guidon, 'new', 'my-event')
  check('check', run(guidon, 'check', 'my-event').includes('Guest Book'), 'lists the challenges')
  await play('create')
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', newer())
  check('the version after the second installation', run(guidon, '--version') === next, next)
  await play('signIn')
  const oldest = fetchOldestNode()
  if (oldest) {
    env.PATH = `${oldest}${delimiter}${env.PATH}`
    console.log(`Node ${run('node', '--version')}`)
    await play('signIn')
  } else console.log(`skipped: the oldest Node, ${engines.node}, since npm did not give it`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
