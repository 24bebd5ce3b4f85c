import { expect, test } from 'vitest'
import { createBus } from '../../../platform/bus.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'

test('a text on the channel that no platform sent is ignored, and ends nothing', async () => {
  const arrived: string[] = []
  let send = (_text: string) => {}
  const database = {
    kind: 'postgres',
    listen: async (_channel: string, listener: (text: string) => void) => {
      send = listener
      return async () => {}
    },
  } as unknown as Database
  const bus = await createBus(database, createLog('silent'))
  bus.on('team.changed', id => void arrived.push(id))
  for (const text of ['', 'hello', 'null', '7', '[]', '{"topic":7}', '{"topic":"nobody"}'])
    send(text)
  send(JSON.stringify({ from: 'another', topic: 'team.changed', payload: 'foxes' }))
  expect(arrived).toEqual(['foxes'])
  await bus.close()
})
