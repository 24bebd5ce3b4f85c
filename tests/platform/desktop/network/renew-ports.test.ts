import { expect, test } from 'vitest'
import type { Desktop } from '../../../../platform/desktop/desktop.ts'
import { renewPorts } from '../../../../platform/desktop/renew-ports.ts'
import { createSimulatedClock } from '../../../support/simulated-clock.ts'
import { settled } from '../../../support/time.ts'

type Known = Pick<Desktop, 'id' | 'status'>

const running = (id: string): Known => ({ id, status: 'running' })

function start(forwardPorts: (id: string) => Promise<void>) {
  const clock = createSimulatedClock(0)
  const warnings: unknown[] = []
  const log = { warn: (warning: unknown) => warnings.push(warning) }
  const local = new Map<string, Known>([
    ['alice', running('a')],
    ['bob', running('b')],
    ['carol', { id: 'c', status: 'starting' }],
  ])
  const asked: string[] = []
  const end = renewPorts({
    local,
    clock,
    portsOf: async () => [],
    log: log as never,
    driver: {
      forwardPorts(id) {
        asked.push(id)
        return forwardPorts(id)
      },
    },
  })
  const pass = async () => {
    clock.advance(1000)
    await settled()
    return asked.splice(0)
  }
  return { pass, end, warnings }
}

test('the ports of running desktops are renewed every second, until that is ended', async () => {
  const { pass, end } = start(async () => {})
  expect([await pass(), await pass()]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  end()
  expect(await pass()).toEqual([])
})

test('a desktop that does not answer is left out until it does, and no other one waits for it', async () => {
  const silent = Promise.withResolvers<void>()
  const { pass } = start(async id => (id === 'a' ? silent.promise : undefined))
  expect([await pass(), await pass()]).toEqual([['a', 'b'], ['b']])
  silent.resolve()
  await settled()
  expect(await pass()).toEqual(['a', 'b'])
})

test('of failures at the same time one is logged, once until it succeeds, and all are tried again', async () => {
  let isGone = true
  const { pass, warnings } = start(async () => {
    if (isGone) throw new Error('the engine is gone')
  })
  expect([await pass(), warnings.length]).toEqual([['a', 'b'], 1])
  expect([await pass(), warnings.length]).toEqual([['a', 'b'], 1])
  isGone = false
  expect([await pass(), warnings.length]).toEqual([['a', 'b'], 1])
  isGone = true
  expect([await pass(), warnings.length]).toEqual([['a', 'b'], 2])
})
