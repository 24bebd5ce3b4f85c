// One process of `npm run mutate`: runs the headless tests of a mutant after the other. Each mutant
// gets modules of its own, so that a broken machine is gone with its mutant.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { setTimeout as passed } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Edit, edited } from '../breakages/edit.ts'
import { breakFromNowOn } from './broken-xstate.ts'
import { takeCases } from './collecting-vitest.ts'
import { type Job, machineIds, type Report, type Suite, suites } from './protocol.ts'

/** Milliseconds after which a test counts as waiting for something that never comes. */
const timeouts: Record<Suite, number> = {
  'own rules': 10_000,
  'generated paths': 120_000,
  'rules of others': 30_000,
}
/** Milliseconds after which all errors from outside of a test have arrived. */
const AFTERMATH = 5

const here = new URL('.', import.meta.url).href
const root = pathToFileURL(`${process.cwd()}/`).href
const standIns: Record<string, string> = {
  xstate: `${here}broken-xstate.ts`,
  vitest: `${here}collecting-vitest.ts`,
  // The build replaces this module. No machine reads the texts.
  '@lingui/core/macro': 'data:text/javascript,export const t = String.raw',
}
const isOfProject = (url: string) =>
  url.startsWith(root) && !url.includes('/node_modules/') && !url.startsWith(here)

let round = 0
const sources = new Map<string, string>()
/** The change of the sources. */
let edit: Edit | null = null
registerHooks({
  resolve(specifier, context, next) {
    if (!isOfProject(context.parentURL ?? '')) return next(specifier, context)
    const standIn = standIns[specifier]
    if (standIn) return { url: standIn, shortCircuit: true }
    const found = next(specifier, context)
    return isOfProject(found.url) ? { ...found, url: `${found.url}?round=${round}` } : found
  },
  load(url, context, next) {
    if (!isOfProject(url)) return next(url, context)
    const file = url.replace(/\?.*/, '')
    if (edit && file === `${root}${edit.file}`) {
      return { format: 'module', source: stripTypeScriptTypes(edited(edit)), shortCircuit: true }
    }
    const source = sources.get(file) ?? stripTypeScriptTypes(readFileSync(new URL(file), 'utf8'))
    sources.set(file, source)
    return { format: 'module', source, shortCircuit: true }
  },
})

const load = (file: string) => import(`${root}${file}?round=${round}`)

/** Some machines have no rules of their own, besides the sentences of their models. */
function rulesOf(machine: string): string[] {
  const folder = `tests/machines/${machine}`
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(file => file.endsWith('.test.ts'))
    .map(file => `${folder}/${file}`)
}

async function collectRules(machines: readonly string[]) {
  for (const file of machines.flatMap(rulesOf)) await load(file)
  return takeCases()
}

async function collectPaths(machine: string) {
  const { models } = await load('tests/models/models.ts')
  const { checkSentences, replayPaths } = await load('tests/models/harness.ts')
  const model = models.find((one: { machine: { id: string } }) => one.machine.id === machine)
  const run = async () => {
    const { missing } = await replayPaths(model)
    if (missing.length > 0) throw new Error(`${missing[0].label} is not reached.`)
  }
  return [
    { title: 'every step is as its sentences say', run: () => checkSentences(model) },
    { title: 'every state and transition is reached', run },
  ]
}

const collect: Record<Suite, (machine: string) => ReturnType<typeof collectRules>> = {
  'own rules': machine => collectRules([machine]),
  'generated paths': collectPaths,
  'rules of others': machine => collectRules(machineIds.filter(id => id !== machine)),
}

const report = (one: Report) => process.send?.(one)

async function inTime(run: () => unknown, timeout: number) {
  const late = new AbortController()
  const tooLate = passed(timeout, undefined, { signal: late.signal }).then(() => {
    throw new Error('It did not end.')
  })
  try {
    await Promise.race([run(), tooLate])
  } finally {
    late.abort()
    tooLate.catch(() => {})
  }
}

async function tryEdit(machine: string): Promise<Report> {
  try {
    const [first] = await collectPaths(machine)
    report({ type: 'going', timeout: timeouts['generated paths'] })
    await first?.run()
    return { type: 'survived' }
  } catch (error) {
    return { type: 'caught', by: 'generated paths', test: 'its sentences', why: String(error) }
  }
}

async function tryMutant({ machine, label, edit: wanted }: Job): Promise<Report> {
  round += 1
  edit = wanted ?? null
  breakFromNowOn({ machine, label })
  if (wanted !== undefined) return tryEdit(machine)
  for (const by of suites) {
    let test = 'loading'
    try {
      for (const { title, run } of await collect[by](machine)) {
        test = title
        report({ type: 'going', timeout: timeouts[by] })
        await inTime(run, timeouts[by])
      }
    } catch (error) {
      takeCases()
      return { type: 'caught', by, test, why: String(error) }
    }
  }
  return { type: 'survived' }
}

process.on('message', async (job: Job) => {
  const found = await tryMutant(job)
  await passed(AFTERMATH)
  report(found)
})
