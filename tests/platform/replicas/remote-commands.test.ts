import { expect, test, vi } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { createRemoteCommands } from '../../../platform/replicas/remote-commands.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { openBus } from '../open-bus.ts'

const log = createLog('silent')

/** Replicas that hear each other, and carry commands out in this way. */
async function open(perform: (command: string, subject: string) => Promise<void>) {
  const { bus } = await openBus()
  const clock = createSimulatedClock(0)
  const performs = new Map<string, ReturnType<typeof vi.fn<typeof perform>>>()
  const [send] = ['one', 'two', 'three'].map(replica => {
    const own = vi.fn(perform)
    performs.set(replica, own)
    const given = { bus, replica, clock, log, perform: own, timeoutMs: 10_000 }
    return createRemoteCommands<'start'>({ ...given, topic: 'desktops.command' })
  })
  if (!send) throw new Error('no replica')
  const commandsOf = (replica: string) => performs.get(replica)?.mock.calls
  return { send, commandsOf, clock }
}

test('a command is carried out by the replica that it names, and by no other', async () => {
  const { send, commandsOf } = await open(async () => {})
  expect(await send('two', 'start', 'alice')).toBe(true)
  expect(commandsOf('two')).toEqual([['start', 'alice']])
  for (const other of ['one', 'three']) expect(commandsOf(other)).toEqual([])
})

test('what the other replica refuses is refused with the same words', async () => {
  const refusal = new Refusal('CANNOT_PROLONG_FLUGZEUG', 'not now')
  const { send } = await open(() => Promise.reject(refusal))
  const error = await send('two', 'start', 'alice').catch(error => error)
  expect(error).toBeInstanceOf(Refusal)
  expect(error).toMatchObject({ code: 'CANNOT_PROLONG_FLUGZEUG', message: 'not now' })
})

test('a replica that fails has not done it', async () => {
  const { send } = await open(() => Promise.reject(new Error('no disk')))
  expect(await send('two', 'start', 'alice')).toBe(false)
})

test('a replica that says nothing in time has not done it', async () => {
  const { send, commandsOf, clock } = await open(() => new Promise(() => {}))
  const answered = vi.fn()
  send('two', 'start', 'alice').then(answered)
  await eventually(() => expect(commandsOf('two')).toHaveLength(1))
  clock.advance(9999)
  await Promise.resolve()
  expect(answered).not.toHaveBeenCalled()
  clock.advance(1)
  await eventually(() => expect(answered).toHaveBeenCalledWith(false))
})
