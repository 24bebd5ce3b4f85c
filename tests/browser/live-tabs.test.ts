// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { liveTabs } from '../../src/browser/live-tabs.ts'
import type { TabMessage } from '../../src/machines/live/events.ts'
import { settled } from '../support/time.ts'

/** The channels of all tabs. */
let channels: Channel[]
class Channel {
  onmessage = (_: { data: unknown }) => {}
  readonly name: string
  constructor(name: string) {
    this.name = name
    channels.push(this)
  }
  postMessage(data: unknown) {
    for (const one of channels) if (one !== this && one.name === this.name) one.onmessage({ data })
  }
  close() {
    channels = channels.filter(one => one !== this)
  }
}

/** Gives each lock to one tab after the other, as browsers do. */
function createLocks() {
  const last = new Map<string, Promise<unknown>>()
  const request = async (name: string, { signal }: LockOptions, hold: () => unknown) => {
    const before = last.get(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    last.set(name, promise)
    await before
    try {
      signal?.throwIfAborted()
      await hold()
    } finally {
      resolve()
    }
  }
  return { request }
}

beforeEach(() => {
  channels = []
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('navigator', { locks: createLocks() })
})
afterEach(() => vi.unstubAllGlobals())

/** Opens a tab of this user, and records what its live machine hears. */
async function open(userId: string) {
  const heard: string[] = []
  const machine = setup({
    types: { events: {} as { type: 'tell'; message: TabMessage } },
    actors: { liveTabs },
  }).createMachine({
    invoke: { id: 'tabs', src: 'liveTabs', input: { userId } },
    on: { '*': { actions: ({ event }) => heard.push(event.type) } },
  })
  const actor = createActor(machine).start()
  await settled()
  const tabs = () => actor.getSnapshot().children.tabs
  return {
    heard,
    tell: (message: TabMessage) => tabs()?.send({ type: 'tabs.tell', message }),
    async close() {
      actor.stop()
      await settled()
    },
  }
}
const news: TabMessage = { type: 'tab.news', topic: 'scoreboard' }

test('the first tab has the stream, hears of each new one, and tells it the news', async () => {
  const first = await open('ada')
  const second = await open('ada')
  expect(first.heard).toEqual(['turn.begun', 'tab.asked'])
  first.tell(news)
  expect(second.heard).toEqual(['tab.news'])
  expect(first.heard).toEqual(['turn.begun', 'tab.asked'])
})

test('the next tab gets the stream when the tab that has it closes', async () => {
  const first = await open('ada')
  const second = await open('ada')
  await first.close()
  expect(second.heard).toEqual(['turn.begun'])
})

test('a tab that has closed hears nothing more, and does not get the stream', async () => {
  const first = await open('ada')
  const second = await open('ada')
  const third = await open('ada')
  await second.close()
  const before = [...second.heard]
  first.tell(news)
  await first.close()
  expect(second.heard).toEqual(before)
  expect(third.heard).toEqual(['tab.news', 'turn.begun'])
  expect(channels.length).toBe(1)
})

test('each user has a stream and news of their own', async () => {
  const ada = await open('ada')
  const bob = await open('bob')
  expect(bob.heard).toEqual(['turn.begun'])
  ada.tell(news)
  expect(bob.heard).toEqual(['turn.begun'])
  expect(ada.heard).toEqual(['turn.begun'])
})

test.each([null, 'tab.news', {}, { type: 'turn.begun' }, { type: 'turn.ended' }])(
  'a message that is not of a tab is not heard: %j',
  async message => {
    const { heard } = await open('ada')
    new Channel(channels[0]?.name ?? '').postMessage(message)
    expect(heard).toEqual(['turn.begun'])
  },
)

test('on plain HTTP, where there are no locks, a tab has a stream while it is visible', async () => {
  vi.stubGlobal('navigator', {})
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  onTestFinished(() => hidden.mockRestore())
  const { heard, close } = await open('ada')
  expect(heard).toEqual(['turn.ended'])
  const show = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  show(false)
  expect(heard.at(-1)).toBe('turn.begun')
  show(true)
  expect(heard.at(-1)).toBe('turn.ended')
  await close()
  show(false)
  expect(heard.at(-1)).toBe('turn.ended')
})
