import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Connections } from '../../../platform/database/connections.ts'
import { listen } from '../../../platform/database/listen.ts'
import { eventually } from '../../support/eventually.ts'

/** A connection that answers every query. */
class Client extends EventEmitter {
  query = async () => ({ rows: [] })
  end = async () => {}
  escapeIdentifier = (name: string) => name
}

test('a server that answers and takes no listener is asked again only after a delay', async () => {
  const first = new Client()
  let attempts = 0
  let isFull = false
  const open = async () => {
    attempts += 1
    if (isFull) throw new Error('too many connections')
    return attempts === 1 ? first : new Client()
  }
  let hasLost = false
  const stop = await listen(
    { connections: { open } as unknown as Connections, untilBack: async () => {} },
    'guidon',
    () => {},
    () => {
      hasLost = true
    },
  )
  onTestFinished(() => stop())
  isFull = true
  first.emit('end')
  for (let turn = 0; turn < 100; turn++) await setImmediate()
  expect(attempts).toBeLessThan(5)
  isFull = false
  await eventually(() => expect(hasLost).toBe(true))
})
