import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import type {
  DesktopTransferEvent,
  TransferReport,
} from '../../../src/machines/desktop-transfer/events.ts'
import {
  desktopTransferMachine,
  type MoveInput,
  type TransferSource,
} from '../../../src/machines/desktop-transfer/machine.ts'
import {
  movedOf,
  statusOf,
  transferFailure,
} from '../../../src/machines/desktop-transfer/selectors.ts'
import { createTime } from '../../support/time.ts'

function start(source: TransferSource = { kind: 'download', path: 'work/flag' }) {
  const time = createTime()
  const moves: MoveInput[] = []
  const reports: string[] = []
  const takenBack: string[] = []
  let report = (_: DesktopTransferEvent) => {}
  let comeBack = () => {}
  const parent = createActor(
    fromCallback<TransferReport>(({ receive }) => {
      receive(({ type }) => reports.push(type))
    }),
  ).start()
  const transfer = createActor(
    desktopTransferMachine.provide({
      actors: {
        moveContent: fromCallback(({ input, sendBack }) => {
          moves.push(input)
          report = sendBack as never
        }),
        network: fromCallback(({ sendBack }) => {
          comeBack = () => sendBack({ type: 'network.returned' })
        }),
      },
      actions: { takeBack: ({ context }) => void takenBack.push(context.id) },
    }),
    {
      clock: time.clock,
      input: { id: 'one', name: 'flag', size: 100, source, parent: parent as never },
    },
  ).start()
  return {
    transfer,
    time,
    moves,
    reports,
    takenBack,
    status: () => statusOf(transfer.getSnapshot()),
    tell: (event: DesktopTransferEvent) => report(event),
    comeBack: () => comeBack(),
  }
}

test('a transfer waits for its turn, and gives it back when it is over', () => {
  const { transfer, tell, status, reports } = start()
  expect([status(), reports]).toEqual(['waiting', ['transfer.queued']])
  transfer.send({ type: 'transfer.start' })
  tell({ type: 'content.completed', name: 'flag (2)' })
  expect([status(), reports]).toEqual(['completed', ['transfer.queued', 'transfer.settled']])
})

test('after a cut it goes on with what it has, after a delay that grows', () => {
  const { transfer, tell, moves, time, status } = start()
  transfer.send({ type: 'transfer.start' })
  const part = new Blob(['x'.repeat(40)])
  tell({ type: 'content.began', size: 90, tag: '"a"' })
  tell({ type: 'content.moved', bytes: 40, part })
  tell({ type: 'content.cut' })
  time.pass(499)
  expect(status()).toBe('interrupted')
  time.pass(1)
  expect(moves[1]).toMatchObject({ moved: 40, size: 90, tag: '"a"', parts: [part] })
  tell({ type: 'content.cut' })
  time.pass(999)
  expect(status()).toBe('interrupted')
  time.pass(1)
  expect(moves).toHaveLength(3)
})

test('a transfer waits no longer once the network is back', () => {
  const { transfer, tell, comeBack, moves } = start()
  transfer.send({ type: 'transfer.start' })
  tell({ type: 'content.cut' })
  comeBack()
  expect(moves).toHaveLength(2)
})

test('a file that has changed begins again', () => {
  const { transfer, tell } = start()
  transfer.send({ type: 'transfer.start' })
  tell({ type: 'content.began', size: 90, tag: '"a"' })
  tell({ type: 'content.moved', bytes: 40, part: new Blob(['x']) })
  tell({ type: 'content.began', size: 20, tag: '"b"' })
  expect(transfer.getSnapshot().context).toMatchObject({
    size: 20,
    moved: 0,
    parts: [],
    tag: '"b"',
  })
})

test('twelve cuts without a byte end it, and a byte starts the count again', () => {
  const { transfer, tell, time, status } = start()
  transfer.send({ type: 'transfer.start' })
  const cut = (times: number) => {
    for (let count = 0; count < times; count++) {
      tell({ type: 'content.cut' })
      time.pass(10_000)
    }
  }
  cut(11)
  expect(status()).toBe('moving')
  tell({ type: 'content.moved', bytes: 10 })
  cut(11)
  expect(status()).toBe('moving')
  cut(1)
  expect([status(), transferFailure(transfer.getSnapshot())]).toEqual(['failed', 'lost'])
})

test('a transfer that failed waits for its turn again, and keeps what has arrived', () => {
  const { transfer, tell, status, reports } = start()
  transfer.send({ type: 'transfer.start' })
  tell({ type: 'content.moved', bytes: 10 })
  tell({ type: 'content.refused', failure: 'homeFull' })
  expect([status(), transferFailure(transfer.getSnapshot())]).toEqual(['failed', 'homeFull'])
  transfer.send({ type: 'transfer.retry' })
  expect([status(), movedOf(transfer.getSnapshot())]).toEqual(['waiting', 10])
  expect(reports).toEqual(['transfer.queued', 'transfer.settled', 'transfer.queued'])
})

test.each([
  ['moving', []],
  ['interrupted', [{ type: 'content.cut' }]],
  ['failed', [{ type: 'content.refused', failure: 'homeFull' }]],
] as [string, DesktopTransferEvent[]][])(
  'who closes it while it is %s takes it back',
  (at, events) => {
    const { transfer, tell, status, takenBack, reports } = start()
    transfer.send({ type: 'transfer.start' })
    for (const event of events) tell(event)
    expect(status()).toBe(at)
    transfer.send({ type: 'transfer.close' })
    expect([status(), takenBack, reports.at(-1)]).toEqual(['closed', ['one'], 'transfer.closed'])
  },
)

test.each(['waiting', 'completed'])('nothing is taken back of a transfer that is %s', at => {
  const { transfer, tell, status, takenBack } = start()
  if (at === 'completed') {
    transfer.send({ type: 'transfer.start' })
    tell({ type: 'content.completed', name: 'flag' })
  }
  expect(status()).toBe(at)
  transfer.send({ type: 'transfer.close' })
  expect([status(), takenBack]).toEqual(['closed', []])
})
