import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { copyMachine } from '../../../src/machines/copy/machine.ts'
import { hasCopyFailed, isCopied } from '../../../src/machines/copy/selectors.ts'
import { createFakePromise } from '../../support/fakes/calls.ts'
import { createTime, settled } from '../../support/time.ts'

function start() {
  const time = createTime()
  const write = createFakePromise<void, { text: string }>()
  const copy = createActor(copyMachine.provide({ actors: { writeClipboard: write.logic } }), {
    clock: time.clock,
  }).start()
  const copied = (id: string) => isCopied(copy.getSnapshot(), id)
  return { time, write, copy, copied }
}

test('nothing is written before a button asks for it, and nothing again after its confirmation', async () => {
  const { time, write, copy } = start()
  expect(write.calls.length).toBe(0)
  copy.send({ type: 'copy.requested', id: 'token', text: 'abc' })
  write.last().answer.resolve()
  await settled()
  time.pass(60_000)
  copy.send({ type: 'copy.requested', id: 'token', text: 'abc' })
  write.last().answer.reject(new Error('not allowed'))
  await settled()
  time.pass(60_000)
  expect(write.calls.length).toBe(2)
})

test('a text that is asked for while another is being written is written, too', async () => {
  const { write, copy, copied } = start()
  copy.send({ type: 'copy.requested', id: 'token', text: 'abc' })
  copy.send({ type: 'copy.requested', id: 'id', text: 'def' })
  expect(write.calls.map(({ input }) => input.text)).toEqual(['abc', 'def'])
  write.last().answer.resolve()
  await settled()
  expect([copied('token'), copied('id')]).toEqual([false, true])
})

test('a copy is confirmed for two seconds, on the button that asked for it alone', async () => {
  const { time, write, copy, copied } = start()
  copy.send({ type: 'copy.requested', id: 'token', text: 'abc' })
  expect([write.last().input, copied('token')]).toEqual([{ text: 'abc' }, false])
  write.last().answer.resolve()
  await settled()
  expect([copied('token'), copied('other')]).toEqual([true, false])
  time.pass(1_999)
  expect(copied('token')).toBe(true)
  time.pass(1)
  expect(copied('token')).toBe(false)
})

test('a second copy takes over the confirmation, for two seconds of its own', async () => {
  const { time, write, copy, copied } = start()
  copy.send({ type: 'copy.requested', id: 'token', text: 'abc' })
  write.last().answer.resolve()
  await settled()
  time.pass(1_500)
  copy.send({ type: 'copy.requested', id: 'id', text: 'def' })
  expect(copied('token')).toBe(false)
  write.last().answer.resolve()
  await settled()
  time.pass(1_999)
  expect([copied('token'), copied('id')]).toEqual([false, true])
})

test('a clipboard that the browser refuses confirms nothing, and says so', async () => {
  const { time, write, copy, copied } = start()
  copy.send({ type: 'copy.requested', id: 'token', text: 'abc' })
  write.last().answer.reject(new Error('not allowed'))
  await settled()
  expect([copied('token'), hasCopyFailed(copy.getSnapshot(), 'token')]).toEqual([false, true])
  time.pass(2_000)
  expect(hasCopyFailed(copy.getSnapshot(), 'token')).toBe(false)
})

test('a text that was copied is not kept, whether the browser took it or not', async () => {
  const { write, copy } = start()
  copy.send({ type: 'copy.requested', id: 'token', text: 'secret' })
  write.last().answer.resolve()
  await settled()
  expect(copy.getSnapshot().context).toEqual({ id: 'token', text: '' })
  copy.send({ type: 'copy.requested', id: 'token', text: 'secret' })
  write.last().answer.reject(new Error('not allowed'))
  await settled()
  expect(copy.getSnapshot().context).toEqual({ id: 'token', text: '' })
})
