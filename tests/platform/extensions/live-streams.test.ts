import { expect, test } from 'vitest'
import { createStreams, type Streams } from '../../../platform/live/streams.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'

const alice = {
  userId: 'alice',
  accountId: 'team',
  group: 'open',
  grantId: undefined,
  expires: Number.POSITIVE_INFINITY,
}

/** Opens a stream whose client may stop reading. */
function open(streams: Streams, lastId?: string) {
  const written: string[] = []
  const sink = {
    isBehind: false,
    write: (text: string) => void written.push(text),
    end() {},
    cut() {},
  }
  const linesOf = (field: string) =>
    written
      .join('')
      .split('\n')
      .flatMap(line => (line.startsWith(`${field}: `) ? [line.slice(field.length + 2)] : []))
  streams.open(alice, lastId)(sink)
  return {
    sink,
    topics: () => linesOf('event'),
    lastId: () => linesOf('id').at(-1),
  }
}

test('a client that does not read what was sent gets the next message with its heartbeat', () => {
  const clock = createSimulatedClock(0)
  const streams = createStreams({ clock, onTick() {} })
  const { sink, topics } = open(streams)
  sink.isBehind = true
  streams.tell({ to: { account: 'team' }, topic: 'solve' })
  clock.advance(500)
  expect(topics()).toEqual([])
  sink.isBehind = false
  clock.advance(500)
  expect(topics()).toEqual(['solve'])
})

test.each([
  [50, Array.from({ length: 50 }, () => 'firstBlood')],
  [51, ['everything']],
])(
  'who missed news of %i challenges is told of each, or that everything may have changed',
  (count, announced) => {
    const streams = createStreams({ clock: createSimulatedClock(0), onTick() {} })
    const lastId = open(streams).lastId()
    for (let number = 0; number < count; number++) {
      const challenge = { categorySlug: 'web', challengeSlug: `number-${number}` }
      streams.tell({ to: 'everybody', topic: 'firstBlood', challenge })
    }
    expect(open(streams, lastId).topics()).toEqual(announced)
  },
)
