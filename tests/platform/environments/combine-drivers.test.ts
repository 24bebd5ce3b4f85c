import { expect, test } from 'vitest'
import { combineDrivers } from '../../../platform/environments/combine-drivers.ts'
import type {
  EnvironmentDriver,
  EnvironmentSpec,
  OnExit,
} from '../../../platform/environments/driver.ts'
import { idleEngine } from '../core/idle-engine.ts'

const endpoint = { ip: '10.0.0.7', port: 80, protocol: 'http', title: '' }

/** An engine that runs one environment, and names no other reason than its own. */
const engine = (name: string): EnvironmentDriver => ({
  ...idleEngine,
  name,
  unsupported: () => `not on ${name}`,
  list: async () => [{ id: `of ${name}`, endpoints: [endpoint] }],
  output: async id => (id === `of ${name}` ? `printed on ${name}` : null),
  targetOf: () => ({ host: name, port: 1 }),
})
const combined = combineDrivers([engine('first'), engine('second')])

test('each environment is asked about where it runs, also after a restart', async () => {
  expect((await combined.list()).map(({ id }) => id)).toEqual(['of first', 'of second'])
  expect(combined.targetOf('of second', endpoint)).toEqual({ host: 'second', port: 1 })
  expect(await combined.output('of first')).toBe('printed on first')
  expect(await combined.output('of second')).toBe('printed on second')
  expect(await combined.output('of nobody')).toBe(null)
  expect(combined.targetOf('of nobody', endpoint)).toEqual({ host: '10.0.0.7', port: 80 })
})

test('what no engine can run is refused with the reasons of all', () => {
  expect(combined.unsupported({} as never)).toBe('not on first; not on second')
})

test('an environment that ended by itself, or did not start, is no longer kept', async () => {
  let report: OnExit = () => {}
  const only = combineDrivers([
    {
      ...engine('first'),
      unsupported: () => null,
      start: async () => Promise.reject(new Error('no image')),
      watch(onExit) {
        report = onExit
        return () => {}
      },
    },
  ])
  only.watch(() => {})
  await only.list()
  report('of first', { reason: 'it ended' })
  expect(only.targetOf('of first', endpoint)).toEqual({ host: '10.0.0.7', port: 80 })

  const spec = { id: 'new', definition: {} } as EnvironmentSpec
  await expect(only.start(spec, new AbortController().signal)).rejects.toThrow('no image')
  expect(only.targetOf('new', endpoint)).toEqual({ host: '10.0.0.7', port: 80 })
})

test('an engine that cannot be closed does not cut the others off', async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const both = combineDrivers([
    { ...engine('first'), close: async () => Promise.reject(new Error('no answer')) },
    { ...engine('second'), close: () => isOver },
  ])
  let isClosed = false
  const closing = both.close().finally(() => {
    isClosed = true
  })
  const refused = expect(closing).rejects.toThrow('no answer')
  await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  end()
  await refused
})
