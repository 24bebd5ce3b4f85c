import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { ListAnswer } from '../../../src/machines/desktop-files/events.ts'
import { desktopFilesMachine } from '../../../src/machines/desktop-files/machine.ts'
import {
  folderPathOf,
  isDraggedOver,
  isReading,
  leftOutOf,
  listFailureOf,
  listingOf,
  transfersOf,
} from '../../../src/machines/desktop-files/selectors.ts'
import type { DesktopTransferEvent } from '../../../src/machines/desktop-transfer/events.ts'
import { desktopTransferMachine } from '../../../src/machines/desktop-transfer/machine.ts'
import { statusOf } from '../../../src/machines/desktop-transfer/selectors.ts'
import { settled } from '../../support/time.ts'

const empty = { entries: [], isCut: false, used: 1, limit: 10, maxFileSize: 5 }
const listed: ListAnswer = { ok: true, data: empty }

function start(list: (path: string) => Promise<ListAnswer> = async () => listed) {
  const asked: string[] = []
  const moving = new Map<string, (event: DesktopTransferEvent) => void>()
  let count = 0
  const files = createActor(
    desktopFilesMachine.provide({
      actors: {
        listFolder: fromPromise<ListAnswer, string>(({ input }) => {
          asked.push(input)
          return list(input)
        }),
        transfer: desktopTransferMachine.provide({
          actors: {
            moveContent: fromCallback(({ input, sendBack }) => {
              moving.set(input.name, sendBack as never)
              return () => moving.delete(input.name)
            }),
            network: fromCallback(() => {}),
          },
          actions: { takeBack: () => {} },
        }),
      },
    }),
    { input: { newId: () => `transfer ${++count}` } },
  ).start()
  const now = () => files.getSnapshot()
  return {
    files,
    asked,
    now,
    moving: () => [...moving.keys()],
    tell: (name: string, event: DesktopTransferEvent) => moving.get(name)?.(event),
    statuses: () => transfersOf(now()).map(one => statusOf(one.getSnapshot())),
  }
}
const given = (...names: string[]) => ({
  type: 'files.given' as const,
  files: names.map(name => new File(['x'], name)),
})

test('two files are moved at once, the others in their order', () => {
  const { files, moving, tell, statuses } = start()
  files.send(given('a', 'b', 'c', 'd'))
  expect(moving()).toEqual(['a', 'b'])
  tell('b', { type: 'content.completed', name: 'b' })
  expect(moving()).toEqual(['a', 'c'])
  tell('a', { type: 'content.refused', failure: 'tooLarge' })
  expect(moving()).toEqual(['c', 'd'])
  expect(statuses()).toEqual(['failed', 'completed', 'moving', 'moving'])
})

test('a transfer keeps its turn when its connection is cut', () => {
  const { files, moving, tell, statuses } = start()
  files.send(given('a', 'b', 'c'))
  tell('a', { type: 'content.cut' })
  expect([moving(), statuses()]).toEqual([['b'], ['interrupted', 'moving', 'waiting']])
})

test('a transfer that failed takes its turn behind the others', () => {
  const { files, now, moving, tell } = start()
  files.send(given('a', 'b', 'c'))
  tell('a', { type: 'content.refused', failure: 'homeFull' })
  transfersOf(now())[0]?.send({ type: 'transfer.retry' })
  expect(moving()).toEqual(['b', 'c'])
  tell('b', { type: 'content.completed', name: 'b' })
  expect(moving()).toEqual(['c', 'a'])
})

test('a transfer that is closed leaves the list, and its turn to the next', () => {
  const { files, now, moving, statuses } = start()
  files.send(given('a', 'b', 'c', 'd'))
  transfersOf(now())[2]?.send({ type: 'transfer.close' })
  transfersOf(now())[0]?.send({ type: 'transfer.close' })
  expect([moving(), statuses()]).toEqual([
    ['b', 'd'],
    ['moving', 'moving'],
  ])
})

test('of one drop, the first hundred files are taken, and the others are counted until the next drop', () => {
  const { files, now, statuses } = start()
  const names = Array.from({ length: 150 }, (_, n) => `${n}`)
  files.send({ type: 'files.dragged' })
  files.send(given(...names))
  expect([statuses().length, leftOutOf(now())]).toEqual([100, 50])
  files.send(given(...names.slice(100)))
  expect([statuses().length, leftOutOf(now())]).toEqual([150, 0])
})

test('the home is read when it is opened, and again when a transfer is over', async () => {
  const { files, now, asked, tell } = start()
  files.send(given('a'))
  tell('a', { type: 'content.completed', name: 'a' })
  expect(asked).toEqual([])
  files.send({ type: 'files.opened' })
  expect(isReading(now())).toBe(true)
  await settled()
  expect([isReading(now()), listingOf(now())]).toEqual([false, empty])
  files.send(given('b'))
  tell('b', { type: 'content.completed', name: 'b' })
  expect([asked, listingOf(now())]).toEqual([['', ''], empty])
  files.send({ type: 'files.closed' })
  files.send({ type: 'files.refresh' })
  expect(asked).toHaveLength(2)
})

test('if a file arrives while the home is read, the home is read once more', async () => {
  const { files, now, asked, tell } = start()
  files.send(given('a'))
  files.send({ type: 'files.opened' })
  tell('a', { type: 'content.completed', name: 'a' })
  expect(asked).toEqual(['', ''])
  await settled()
  expect([isReading(now()), listingOf(now())]).toEqual([false, empty])
})

test('folders are entered and left, and the home is not', async () => {
  const { files, now, asked } = start()
  files.send({ type: 'files.opened' })
  files.send({ type: 'folder.leave' })
  files.send({ type: 'folder.enter', name: 'work' })
  files.send({ type: 'folder.enter', name: 'x y' })
  expect([folderPathOf(now()), listingOf(now())]).toEqual([['work', 'x y'], null])
  files.send({ type: 'file.fetch', name: 'flag', size: 3 })
  expect(transfersOf(now())[0]?.getSnapshot().context.source).toEqual({
    kind: 'download',
    path: 'work/x y/flag',
  })
  files.send({ type: 'folder.leave' })
  await settled()
  expect(asked).toEqual(['', 'work', 'work/x y', 'work'])
})

test('a folder that cannot be read says why', async () => {
  const answers: Record<string, () => Promise<ListAnswer>> = {
    '': async () => ({ ok: false, failure: 'notRunning' }),
    work: () => Promise.reject(new Error('no connection')),
  }
  const { files, now } = start(path => answers[path]?.() ?? Promise.reject(new Error('?')))
  files.send({ type: 'files.opened' })
  await settled()
  expect(listFailureOf(now())).toBe('notRunning')
  files.send({ type: 'folder.enter', name: 'work' })
  expect(listFailureOf(now())).toBe(null)
  await settled()
  expect(listFailureOf(now())).toBe('lost')
})

test('files that are held over the page are known until they are dropped or leave', () => {
  const { files, now, moving } = start()
  files.send({ type: 'files.dragged' })
  expect(isDraggedOver(now())).toBe(true)
  files.send({ type: 'files.dragLeft' })
  expect(isDraggedOver(now())).toBe(false)
  files.send({ type: 'files.dragged' })
  files.send(given('a'))
  expect([isDraggedOver(now()), moving()]).toEqual([false, ['a']])
})
