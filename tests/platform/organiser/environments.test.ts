import { expect, onTestFinished, test } from 'vitest'
import { createFailures } from '../../../platform/organiser/failures.ts'
import { answerOutput, createOutputs, endOf } from '../../../platform/organiser/outputs.ts'
import { views } from '../../../scripts/organise/views.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { writeEvent } from '../core/events.ts'
import { openBus } from '../open-bus.ts'
import { startPlatform } from '../start-platform.ts'
import { changesOf } from './organised.ts'

const service = `
console.log('\u001b[31mready\u001b[0m \u202e' + process.pid)
require('http').createServer((_, answer) => answer.end(String(process.pid)))
  .listen(process.env.PORT, process.env.HOST)`
const printing = {
  name: 'Printing',
  category: 'Net',
  description: 'Look.',
  value: 100,
  flags: ['TEST{p}'],
  environment: { command: ['node', '-e', service], ports: [{ port: 8080, protocol: 'http' }] },
}

const broken = {
  name: 'Broken',
  category: 'Net',
  description: 'Look.',
  value: 100,
  flags: ['TEST{b}'],
  environment: { command: ['node', '-e', 'process.exit(3)'], ports: [8080] },
}

test('the output of any environment is seen, and it is restarted', async () => {
  const settings = { start: 'first start', end: 'start + 1d', postPlayEnd: 'end', teamMode: false }
  const platform = await startPlatform({
    eventFolder: await writeEvent(settings, [printing, broken]),
  })
  onTestFinished(() => platform.close())
  const run = (command: string, input: object = {}) =>
    platform.composition.organiser.run({ command, input, who: 'olga' })
  const output = async (input: object) =>
    ((await run('output', input)) as { data: { output: string | null }[] }).data
  const alice = await platform.as('alice')
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const path = '/v1/challenges/printing/instance?category=net'
  const instance = async () => (await alice('GET', path)).body
  const runs = async () => {
    await eventually(async () => expect(await instance()).toMatchObject({ state: 'running' }))
    const { exposedEndpoints } = await instance()
    return (await fetch(`http://127.0.0.1:${exposedEndpoints[0].port}`)).text()
  }
  expect(await output({ account: 'alice' })).toEqual([])
  await alice('PUT', path)
  await runs()
  const of = { account: 'alice', challenge: 'net/printing' }
  const seen = await eventually(async () => {
    const rows = await output(of)
    expect(rows).toMatchObject([{ challenge: 'net/printing', account: 'alice', state: 'running' }])
    expect(rows[0]?.output).toMatch(/^ready \u202e\d+$/)
    return rows
  })
  expect(await output({ ...of, challenge: 'net/broken' })).toEqual([])
  const silent = { challenge: 'net/a', account: 'alice', state: 'running', output: '' }
  expect(views.output?.([silent] as never)).toBe(
    'net/a of alice, running:\n  (it printed nothing so far)',
  )
  expect(views.output?.(seen as never)).toMatch(/of alice, running:\n {2}ready \\u202e\d+$/)

  const since = (await platform.database.db.query.environments.findFirst())?.scheduledStop
  expect(changesOf(await run('restart', of))).toMatchObject([
    { what: 'net/printing of alice', after: 'starting' },
  ])
  await eventually(async () => {
    await runs()
    const row = await platform.database.db.query.environments.findFirst()
    expect(row?.scheduledStop?.getTime()).toBeGreaterThan(since?.getTime() ?? 0)
  })
  expect(await run('failures')).toMatchObject({ data: [] })
  await alice('PUT', '/v1/challenges/broken/instance?category=net')
  const failed = await eventually(async () => {
    const { data } = (await run('failures')) as { data: object[] }
    expect(data).toMatchObject([
      { account: 'alice', challenge: 'net/broken', reason: expect.stringContaining('3') },
    ])
    return data
  })
  expect(views.failures?.(failed as never)).toMatch(/alice +net\/broken +/)
  expect(await run('restart', { account: 'nobody' })).toMatchObject({ kind: 'refused' })
  await alice('DELETE', path)
  await eventually(async () => expect(await instance()).toMatchObject({ state: 'not-running' }))
  expect(changesOf(await run('restart', of))).toEqual([])
})

test('an engine that fails does not leave the organiser without an answer', async () => {
  const { bus } = await openBus()
  answerOutput(bus, async () => {
    throw new Error('no such socket')
  })
  // The clock stands still: without an answer, `ask` would never end.
  const outputs = createOutputs(bus, createSimulatedClock(0))
  expect(await outputs.ask('any')).toBe('(its engine does not say it: no such socket)')
})

test('of a long reason, the first and the last lines are kept, and each is a line for people', () => {
  const failures = createFailures()
  const wrong = "Error: Cannot find module '/srv/server.js'"
  const calls = Array.from({ length: 40 }, (_, at) => `    at call${at} (loader:${at})`)
  const reason = ['it ended; it last said:', '\u001b[31mthrow err;', wrong, ...calls, 'Node.js v26']
  failures.add({ accountId: 'a', category: 'net', slug: 'one', reason: reason.join('\n'), at: 0 })
  const [kept] = failures.recent()
  const lines = (kept?.reason ?? '').split('\n')
  expect(lines.slice(0, 3)).toEqual(['it ended; it last said:', 'throw err;', wrong])
  expect(lines.at(-1)).toBe('Node.js v26')
  expect(kept?.reason.length).toBeLessThan(710)

  failures.add({ accountId: 'a', category: 'net', slug: 'two', reason: '😀x'.repeat(400), at: 0 })
  expect(failures.recent()[0]?.reason.isWellFormed()).toBe(true)

  const row = { time: '2026-05-01', account: 'Owls', challenge: 'net/one' }
  const text = views.failures?.([{ ...row, reason: 'one\r\n  two\u202e\n' }] as never)
  expect(text?.split('\n').slice(2)).toEqual([
    '2026-05-01  Owls     net/one    one',
    '                                  two\\u202e',
    '',
  ])
})

test('of a long output, the end fits into one message', () => {
  expect(endOf('\u001b[2Jone\ntwo')).toBe('one\ntwo')
  for (const unit of ['x', '\u0000', '"', '😀', '\ud800']) {
    const text = endOf(`${unit.repeat(20_000)}end`)
    expect(text.endsWith('end')).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(6100)
    expect(text.length).toBeGreaterThan(990)
  }
})
