// `npm run models`: prints how much of the machines the tests reach. Fails if the generated paths leave out a state or a
// transition.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { explore } from '../tests/models/harness/explore.ts'
import { linesOfStory, listOf } from '../tests/models/harness/listing.ts'
import { type Replayed, replayPaths, storyOf } from '../tests/models/harness.ts'
import { models } from '../tests/models/models.ts'
import { createCommand } from './command.ts'
import { report } from './models/report.ts'

interface Options {
  readonly json?: true
  readonly rules?: true
  /** True: all machines. */
  readonly list?: string | true
  readonly path?: string
  /** A file. True: where it usually is. */
  readonly report?: string | true
}

const program = createCommand(
  'npm run models --',
  'Prints how much of the machines the tests reach.',
)
  .argument('[machines...]', 'with --report: only these')
  .option('--json', 'print for programs')
  .option('--rules', 'also name what no hand-written rule reaches')
  .option(
    '--list [machine]',
    'instead, list the machines, or what must be seen of this one and the paths that reach all of it',
  )
  .option(
    '--path <path>',
    "instead, walk a path, such as 'instance: start → limit reached', and print what the machine did after each step",
  )
  .option(
    '--report [file]',
    'instead, write a page with charts, the coverage of the paths, sentences, and the subtle faults with what found them',
  )
  .parse()
const options = program.opts<Options>()

function modelOf(id: string) {
  const model = models.find(({ machine }) => machine.id === id)
  const ids = models.map(({ machine }) => machine.id).join(', ')
  return model ?? program.error(`error: there is no machine "${id}". There are: ${ids}`)
}

if (options.list) {
  if (options.list !== true) for (const line of listOf(modelOf(options.list))) console.log(line)
  else {
    for (const model of models) {
      const sentences = Object.keys(model.behaviour?.sentences ?? {}).length
      const [one, two] = [`${sentences} sentences`, `${explore(model).length} paths`]
      console.log(model.machine.id.padEnd(18) + one.padStart(14) + two.padStart(12))
    }
  }
  process.exit()
}
if (options.path !== undefined) {
  const [id = '', ...steps] = options.path.split(':')
  const model = modelOf(id.trim())
  try {
    for (const line of linesOfStory(model, storyOf(model, steps.join(':')))) console.log(line)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
  process.exit()
}

if (options.report) {
  const file = options.report === true ? '.cache/models.html' : options.report
  const ids = program.args
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
  const countOf = (kind: 'state' | 'transition') => {
    const all = items.filter(item => item.kind === kind)
    return {
      all: all.length,
      byPaths: all.length - missing.filter(item => item.kind === kind).length,
      byRules: all.filter(item => byRules.has(item.key)).length,
    }
  }
  return { states: countOf('state'), transitions: countOf('transition') }
}

const replayed: Replayed[] = []
for (const model of models) replayed.push(await replayPaths(model))
const missing = replayed.flatMap(({ id, missing }) => missing.map(({ label }) => `${id}: ${label}`))

if (options.json) {
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
  if (options.rules) {
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
