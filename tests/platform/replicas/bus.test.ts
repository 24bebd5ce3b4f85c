import { expect, test } from 'vitest'
import { createBus } from '../../../platform/bus.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { eventually } from '../../support/eventually.ts'
import { openBus } from '../open-bus.ts'

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

test('a message is handled when all who keep something have it; if one fails, its data is read again', async () => {
  const { bus } = await openBus()
  const steps: string[] = []
  const keeping = Promise.withResolvers<void>()
  bus.on('team.changed', async id => {
    await keeping.promise
    steps.push(`kept ${id}`)
    if (id === 'bad') throw new Error('no')
  })
  bus.onHandled('team.changed', id => void steps.push(`handled ${id}`))
  bus.onLoss(() => void steps.push('read again'))
  bus.notifyHere('team.changed', 'foxes')
  keeping.resolve()
  await eventually(() => expect(steps).toEqual(['kept foxes', 'handled foxes']))
  bus.notifyHere('team.changed', 'bad')
  await eventually(() => expect(steps).toContain('read again'))
})
