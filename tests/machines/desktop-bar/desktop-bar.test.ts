import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { desktopBarMachine } from '../../../src/machines/desktop-bar/machine.ts'
import { isHidden, openPanelOf } from '../../../src/machines/desktop-bar/selectors.ts'
import { createTime } from '../../support/time.ts'

function start() {
  const time = createTime()
  const bar = createActor(desktopBarMachine, { clock: time.clock }).start()
  return { bar, time, hidden: () => isHidden(bar.getSnapshot()) }
}

test('the bar shows itself at first, and hides after three seconds', () => {
  const { time, hidden } = start()
  time.pass(2999)
  expect(hidden()).toBe(false)
  time.pass(1)
  expect(hidden()).toBe(true)
})

test('it stays as long as somebody is at it', () => {
  const { bar, time, hidden } = start()
  bar.send({ type: 'bar.entered' })
  time.pass(60_000)
  expect(hidden()).toBe(false)
  bar.send({ type: 'bar.left' })
  time.pass(3000)
  expect(hidden()).toBe(true)
})

test('a peek shows it for another three seconds', () => {
  const { bar, time, hidden } = start()
  time.pass(2000)
  bar.send({ type: 'bar.peek' })
  time.pass(2999)
  expect(hidden()).toBe(false)
  time.pass(1)
  expect(hidden()).toBe(true)
})

test('an open panel keeps it, and another takes its place', () => {
  const { bar, time, hidden } = start()
  const opened = (['clipboard', 'files', 'keys', 'picture', 'help'] as const).map(panel => {
    bar.send({ type: 'panel.open', panel })
    bar.send({ type: 'bar.left' })
    time.pass(60_000)
    return openPanelOf(bar.getSnapshot())
  })
  expect(opened).toEqual(['clipboard', 'files', 'keys', 'picture', 'help'])
  expect(hidden()).toBe(false)
  bar.send({ type: 'panel.close' })
  expect(openPanelOf(bar.getSnapshot())).toBe(null)
})

test('a hidden bar comes with the pointer and stays, and with a peek for three seconds', () => {
  const { bar, time, hidden } = start()
  time.pass(3000)
  bar.send({ type: 'bar.peek' })
  expect(hidden()).toBe(false)
  time.pass(3000)
  expect(hidden()).toBe(true)
  bar.send({ type: 'bar.entered' })
  time.pass(60_000)
  expect([hidden(), openPanelOf(bar.getSnapshot())]).toEqual([false, null])
})

test('anyone who leaves the bar sees it for three seconds more', () => {
  const { bar, time, hidden } = start()
  bar.send({ type: 'bar.entered' })
  bar.send({ type: 'bar.left' })
  time.pass(2999)
  expect(hidden()).toBe(false)
  time.pass(1)
  expect(hidden()).toBe(true)
})

test.each(['clipboard', 'files', 'keys', 'picture', 'help'] as const)(
  'the panel %s opens wherever the bar is, and leaves the bar when it is closed',
  panel => {
    const { bar, time, hidden } = start()
    const openAndClose = () => {
      bar.send({ type: 'panel.open', panel })
      expect([openPanelOf(bar.getSnapshot()), hidden()]).toEqual([panel, false])
      bar.send({ type: 'panel.close' })
      expect([openPanelOf(bar.getSnapshot()), hidden()]).toEqual([null, false])
    }
    openAndClose()
    time.pass(60_000)
    expect(hidden()).toBe(false)
    bar.send({ type: 'bar.left' })
    time.pass(3000)
    expect(hidden()).toBe(true)
    openAndClose()
  },
)
