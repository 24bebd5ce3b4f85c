import { describe, expect, test } from 'vitest'
import { type AnyMachineSnapshot, assign, createActor, createMachine, fromPromise } from 'xstate'
import { extensions } from '../../src/api/contract/extension.ts'
import { liveTopics } from '../../src/api/contract/live.ts'
import { errorCodes } from '../../src/api/contract.ts'
import { isKnownField, isPathPart, mayLeave } from '../../src/diagnostics/trace/allowed.ts'
import { traceText } from '../../src/diagnostics/trace/entry.ts'
import { createFormatter } from '../../src/diagnostics/trace/format.ts'
import { readTrace } from '../../src/diagnostics/trace/read.ts'
import { Recorder } from '../../src/diagnostics/trace/recorder.ts'
import { everyLanguage } from '../../src/domain/languages.ts'
import { pageNames, pages } from '../../src/machines/navigation/pages.ts'
import { models } from '../models/models.ts'
import { settled } from '../support/time.ts'

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  context: { points: 0, name: 'Ada', url: 'https://lamp.example' },
  states: {
    off: {
      on: {
        press: [
          { guard: ({ event }) => event.hard === true, target: 'broken' },
          { target: 'warming', actions: assign({ points: 1 }) },
        ],
      },
    },
    warming: { always: 'on' },
    on: { on: { press: 'off' } },
    broken: { invoke: { src: fromPromise(async () => ({ flag: 'without-braces' })) } },
  },
})

function record(limit = 100, machine = lamp) {
  const recorder = new Recorder(limit, () => 7)
  const actor = createActor(machine, { inspect: recorder }).start()
  const { full } = createFormatter()
  return { actor, recorder, entries: () => recorder.after(0).map(full) }
}

describe('an entry has', () => {
  test('the transitions that were really taken, step by step', () => {
    const { actor, entries } = record()
    actor.send({ type: 'press' })
    expect(entries().at(-1)).toEqual({
      n: 2,
      time: 7,
      actor: 'lamp',
      machine: 'lamp',
      type: 'press',
      microsteps: [
        { event: 'press', taken: ['off | 0.1'], value: 'warming' },
        { event: 'press', taken: ['warming | 0.0'], value: 'on' },
      ],
      value: 'on',
      status: 'active',
      event: { type: 'press' },
      changed: { points: 1 },
    })
  })

  test('the other transition of the same event, if a guard chose that', () => {
    const { actor, entries } = record()
    actor.send({ type: 'press', hard: true } as never)
    const [, press] = entries()
    expect(press?.microsteps).toEqual([{ event: 'press', taken: ['off | 0.0'], value: 'broken' }])
  })

  test('no transition, if none was taken', () => {
    const { actor, entries } = record()
    actor.send({ type: 'press' })
    actor.send({ type: 'unknown' } as never)
    expect(entries().at(-1)).toMatchObject({ type: 'unknown', value: 'on' })
    expect(
      entries()
        .at(-1)
        ?.microsteps.flatMap(({ taken }) => taken),
    ).toEqual([])
  })

  test('who sent it, and the end of an actor', async () => {
    const { actor, entries } = record()
    actor.send({ type: 'press', hard: true } as never)
    for (let turn = 0; turn < 3; turn++) await settled()
    const id = '0.lamp.broken'
    expect(entries().find(({ type }) => type.startsWith('xstate.done'))).toMatchObject({
      actor: 'lamp',
      source: `lamp/${id}`,
      type: `xstate.done.actor.${id}`,
      event: { output: { flag: expect.stringMatching(/^~\d+$/) } },
    })
    actor.stop()
    expect(entries().at(-1)).toMatchObject({ type: 'xstate.stop', status: 'stopped' })
  })
})

test('only the last entries are kept, and each is found by its number', () => {
  const { actor, recorder, entries } = record(3)
  for (let press = 0; press < 7; press++) actor.send({ type: 'press' })
  expect(entries().map(({ n }) => n)).toEqual([6, 7, 8])
  expect(recorder.after(7).map(({ n }) => n)).toEqual([8])
  expect(recorder.after(8)).toEqual([])
  expect([5, 6, 8, 9].map(n => recorder.find(n)?.n)).toEqual([undefined, 6, 8, undefined])
})

test('nothing is formatted before it is read', () => {
  const { actor } = record()
  const trap = {
    get url(): string {
      throw new Error('It was read.')
    },
  }
  expect(() => actor.send({ type: 'press', data: trap } as never)).not.toThrow()
})

const SECRET = 'planted-s3cret'

/** The same value, with a secret in place of each text, and of each number that must not leave the page. */
function planted(value: unknown, field = '', depth = 0): unknown {
  if (typeof value === 'string') return `${SECRET} ${field}`
  if (typeof value === 'number' && !mayLeave(field, value)) return 424_242
  if (typeof value !== 'object' || value === null || depth > 10) return value
  if (value instanceof Error) return Object.assign(new Error(SECRET), { code: SECRET })
  if (Array.isArray(value)) return value.map(item => planted(item, field, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isKnownField(name) ? name : `${SECRET} ${name}`,
      planted(inner, name, depth + 1),
    ]),
  )
}

/** The entry of an actor that received this value, and keeps it. */
function shown(value: unknown) {
  const { full } = createFormatter()
  const { recorder, actor } = record()
  actor.send({ type: 'press', data: value } as never)
  const [entry] = recorder.after(1)
  const { after } = entry ?? {}
  if (!entry || !after) throw new Error('Nothing was recorded.')
  const context = { data: value }
  const kept = { ...(after as AnyMachineSnapshot), context }
  const header = { build: 'b', isComplete: true }
  return traceText({ header, entries: [full({ ...entry, after: kept })] })
}

test.each(models.map(model => [model.machine.id, model] as const))(
  'no text and no number that somebody could choose gets out of %s',
  (_, { events, actors }) => {
    const text = shown(planted({ events, actors }))
    expect(text).toContain('"type":"press"')
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain('424242')
  },
)

test.each([
  { flag: 'without-braces' },
  { pw: 'hunter2' },
  { pass: 'hunter2' },
  { otp: 123456 },
  { otp: '123456' },
  { refresh: 'opaque-token' },
  { message: 'The password is hunter2, said the provider.' },
  { status: 'hunter2' },
  { code: 'hunter2' },
  { time: 'hunter2' },
  { path: '/hunter2/a?code=hunter2#hunter2' },
  { path: '/join#hunter2' },
  { url: 'https://hunter2:hunter2@hunter2.example/hunter2?a=hunter2#hunter2' },
  { url: 'https://a.example/#x#hunter2', frameUrl: 'hunter2://a' },
  { url: 'javascript:hunter2', path: ['hunter2'] },
  { hunter2: 1 },
  { data: new Map([['hunter2', 'hunter2']]) },
  { error: Object.assign(new Error('hunter2'), { code: 'hunter2', detail: 'hunter2' }) },
  { names: ['hunter2', ['hunter2']] },
  'hunter2',
  123456,
])('nothing secret gets out: %j', value => {
  expect(shown(value)).not.toMatch(/hunter2|123456|without-braces|opaque-token/)
})

test('words that say what happened stay', () => {
  const stays = {
    status: 'running',
    code: 'TEAM_FULL',
    points: 150,
    isCompleted: true,
    draft: '',
    stopTimestamp: '2026-01-01T00:00:00.000Z',
    url: null,
  }
  const value = { ...stays, path: '/challenge/web/x?a=b', team: { name: 'web' } }
  const [, line = ''] = shown(value).split('\n')
  expect(JSON.parse(line).event.data).toEqual({
    ...stays,
    path: '/challenge/~1/~2?~3',
    // Equal texts have the same name.
    team: { name: '~1' },
  })
})

test('the facts that machines decide by are in it: whether a text is blank, and whether an address is one of the web', () => {
  const addresses = [
    'https://a.example/d#1',
    'https://a.example/d#2',
    'http://b.example',
    'data:,x',
  ]
  const [, line = ''] = shown({ draft: '  ', filter: ' ', url: addresses }).split('\n')
  expect(JSON.parse(line).event.data).toEqual({
    draft: ' ',
    filter: ' ',
    url: ['https://~1#~2', 'https://~1#~3', 'http://~4', '~5'],
  })
})

test('a trace that is formatted again has the same names', () => {
  const value = { url: 'https://~1#~2', draft: ' ', name: '~3', path: '/challenge/~4/~5' }
  const [, line = ''] = shown(value).split('\n')
  expect(JSON.parse(line).event.data).toEqual(value)
})

/** All fields of the models' events and answers, with their texts. */
function fieldsIn(value: unknown, depth = 0): [string, unknown][] {
  if (typeof value !== 'object' || value === null || depth > 10) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [[name, inner] as [string, unknown]]),
    ...fieldsIn(inner, depth + 1),
  ])
}

test('the words and fields of the app are known, so that a trace can be read and replayed', () => {
  const ofEvents = models.flatMap(({ events }) =>
    Object.values(events).flatMap(fixture => fieldsIn(Array.isArray(fixture) ? fixture : [])),
  )
  const missing = ofEvents.map(([name]) => name).filter(name => !isKnownField(name))
  expect([...new Set(missing)]).toEqual([])
  const all: [string, readonly string[]][] = [
    ['code', errorCodes],
    ['extensions', extensions],
    ['topic', Object.keys(liveTopics)],
    ['name', pageNames],
    ['locale', everyLanguage],
  ]
  const hidden = all.flatMap(([field, values]) => values.filter(value => !mayLeave(field, value)))
  expect(hidden).toEqual([])
  // A text in several languages has them as its fields.
  expect(everyLanguage.filter(language => !isKnownField(language))).toEqual([])
})

test('the fixed parts of all paths of pages are known', () => {
  const parts = Object.values(pages).flatMap(page => ('path' in page ? page.path.split('/') : []))
  const unknown = parts.filter(part => !part.startsWith('{') && !isPathPart(part))
  expect(unknown).toEqual([])
  expect(parts).toContain('scoreboard')
})

test('a trace is read as it was written; any other file is refused with its line', () => {
  const { actor, entries } = record()
  actor.send({ type: 'press' })
  const header = { format: 'guidon-trace', version: 1, build: 'b', isComplete: true } as const
  const trace = { header, entries: entries() }
  const text = traceText(trace)
  expect(readTrace(text)).toEqual({ ok: true, data: JSON.parse(JSON.stringify(trace)) })
  const refused = (file: string) => {
    const read = readTrace(file)
    return read.ok ? null : read.problem
  }
  expect(refused(text.slice(0, -20))).toBe(
    'Line 3 is not an entry of a trace. The file may be cut off.',
  )
  expect(refused('')).toBe('Its first line is not JSON.')
  expect(refused('{"a":1}')).toBe('This is not a trace of the app.')
  expect(refused(text.replace('"version":1', '"version":2'))).toContain('another version than 1')
})
