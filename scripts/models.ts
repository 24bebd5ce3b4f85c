// Prints how much of the machines the tests reach: `npm run models`, with `--json` for programs. Fails if
// the generated paths leave out a state or a transition.
//
//   --list            instead lists the machines, with the number of their sentences and paths
//   --list instance   lists what must be seen of this machine, and the paths that reach all of it
//   --path 'instance: start → limit reached'
//                     walks this path, and prints after each step what the machine did
//   --report [FILE]   writes a page with all machines: charts with the coverage of the paths, sentences, paths,
//                     and the subtle faults with what found them. `--report FILE instance`: of this machine
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { explore } from '../tests/models/harness/explore.ts'
import { linesOfStory, listOf } from '../tests/models/harness/listing.ts'
import { type Replayed, replayPaths, storyOf } from '../tests/models/harness.ts'
import { models } from '../tests/models/models.ts'
import { report } from './models/report.ts'

const [flag, ...rest] = process.argv.slice(2)
const isJson = flag === '--json'

function modelOf(id: string) {
  const model = models.find(({ machine }) => machine.id === id)
  const ids = models.map(({ machine }) => machine.id).join(', ')
  if (!model) throw new Error(`There is no machine "${id}". There are: ${ids}`)
  return model
}

if (flag === '--list') {
  const [id] = rest
  if (id) for (const line of listOf(modelOf(id))) console.log(line)
  else {
    for (const model of models) {
      const sentences = Object.keys(model.behaviour?.sentences ?? {}).length
      const [one, two] = [`${sentences} sentences`, `${explore(model).length} paths`]
      console.log(model.machine.id.padEnd(18) + one.padStart(14) + two.padStart(12))
    }
  }
  process.exit()
}
if (flag === '--path') {
  const [id = '', ...steps] = rest.join(' ').split(':')
  const model = modelOf(id.trim())
  try {
    for (const line of linesOfStory(model, storyOf(model, steps.join(':')))) console.log(line)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
  process.exit()
}

if (flag === '--report') {
  const [file = '.cache/models.html', ...ids] = rest
  const page = await report(ids.length > 0 ? ids.map(modelOf) : models, line => console.log(line))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, page)
  console.log(`Written: ${file}`)
  process.exit()
}

/** The keys that the hand-written rules reach, by machine. */
function runRules() {
  const folder = mkdtempSync(join(tmpdir(), 'guidon-rules-'))
  try {
    const { status, stdout } = spawnSync(
      'vitest',
      ['run', '--config', 'tests/support/rules/vitest.config.ts'],
      { env: { ...process.env, GUIDON_RULES_FOLDER: folder }, encoding: 'utf8' },
    )
    if (status !== 0) console.error(stdout)
    const seen = new Map<string, Set<string>>()
    for (const file of readdirSync(folder)) {
      const entries: [string, string[]][] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      for (const [machine, keys] of entries) {
        const id = models.some(model => model.machine.id === machine) ? machine : 'resource'
        seen.set(id, new Set([...(seen.get(id) ?? []), ...keys]))
      }
    }
    return { seen: seen as ReadonlyMap<string, ReadonlySet<string>>, passed: status === 0 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function count({ items, missing }: Replayed, byRules: ReadonlySet<string> = new Set()) {
  const of = (kind: 'state' | 'transition') => {
    const all = items.filter(item => item.kind === kind)
    return {
      all: all.length,
      byPaths: all.length - missing.filter(item => item.kind === kind).length,
      byRules: all.filter(item => byRules.has(item.key)).length,
    }
  }
  return { states: of('state'), transitions: of('transition') }
}

const replayed: Replayed[] = []
for (const model of models) replayed.push(await replayPaths(model))
const missing = replayed.flatMap(({ id, missing }) => missing.map(({ label }) => `${id}: ${label}`))

if (isJson) {
  const machines = replayed.map(one => {
    const { states, transitions } = count(one)
    return {
      id: one.id,
      states: states.all,
      statesReached: states.byPaths,
      transitions: transitions.all,
      transitionsTaken: transitions.byPaths,
    }
  })
  console.log(JSON.stringify({ machines }))
} else {
  const rules = runRules()
  const counts = replayed.map(one => ({ ...one, ...count(one, rules.seen.get(one.id)) }))
  const line = (...cells: readonly (string | number)[]) =>
    console.log(
      cells.map((cell, at) => (at ? `${cell}`.padStart(9) : `${cell}`.padEnd(14))).join(''),
    )
  const sum = (pick: (one: (typeof counts)[number]) => number) =>
    counts.reduce((total, one) => total + pick(one), 0)
  line('', 'states', 'by paths', 'by rules', 'transit.', 'by paths', 'by rules', 'paths')
  for (const { id, states, transitions, paths } of counts) {
    line(
      id,
      states.all,
      states.byPaths,
      states.byRules,
      transitions.all,
      transitions.byPaths,
      transitions.byRules,
      paths.length,
    )
  }
  line(
    `${counts.length} machines`,
    sum(one => one.states.all),
    sum(one => one.states.byPaths),
    sum(one => one.states.byRules),
    sum(one => one.transitions.all),
    sum(one => one.transitions.byPaths),
    sum(one => one.transitions.byRules),
    sum(one => one.paths.length),
  )
  if (process.argv.includes('--rules')) {
    for (const { id, items } of counts) {
      for (const { key, label } of items) {
        if (!rules.seen.get(id)?.has(key)) console.log(`not by a rule  ${id}: ${label}`)
      }
    }
  }
  if (!rules.passed) process.exitCode = 1
}

for (const label of missing) console.error(`Not reached: ${label}`)
if (missing.length > 0) process.exitCode = 1
