import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { layoutInProcess } from '../../tools/statechart/drawing/in-process.ts'
import {
  type Drawing,
  drawingOf,
  type Layout,
  type PlacedArrow,
  type Point,
  type Rectangle,
} from '../../tools/statechart/drawing/layout.ts'
import type { Box } from '../../tools/statechart/drawing/parts.ts'
import { wrapped } from '../../tools/statechart/drawing/text.ts'
import { nodesOf, transitionsOf } from '../../tools/statechart/nodes.ts'
import { models } from '../models/models.ts'

const machines = models.map(({ machine }) => machine)
const open = new Set<string>()

/** Drawings share many of their boxes. Each is laid out once: a layout takes most of a drawing's time. */
const layouts = new Map<string, ReturnType<Layout>>()
const layoutOnce: Layout = graph => {
  const key = JSON.stringify(graph)
  const layout = layouts.get(key) ?? layoutInProcess(graph)
  layouts.set(key, layout)
  return layout
}
const draw = (machine: (typeof machines)[number], folded: ReadonlySet<string> = open) =>
  drawingOf(machine, folded, layoutOnce)

/** Differences of half a pixel come from rounding. */
const ROUNDING = 0.5

const isIn = (inner: Rectangle, outer: Rectangle) =>
  inner.x >= outer.x - ROUNDING &&
  inner.y >= outer.y - ROUNDING &&
  inner.x + inner.width <= outer.x + outer.width + ROUNDING &&
  inner.y + inner.height <= outer.y + outer.height + ROUNDING

const overlap = (one: Rectangle, other: Rectangle) =>
  one.x < other.x + other.width - ROUNDING &&
  other.x < one.x + one.width - ROUNDING &&
  one.y < other.y + other.height - ROUNDING &&
  other.y < one.y + one.height - ROUNDING

const isOnBorder = ({ x, y }: Point, rectangle: Rectangle) =>
  isIn({ x, y, width: 0, height: 0 }, rectangle) &&
  [
    x - rectangle.x,
    y - rectangle.y,
    rectangle.x + rectangle.width - x,
    rectangle.y + rectangle.height - y,
  ].some(gap => Math.abs(gap) <= ROUNDING)

/** Whether a line of an arrow runs through the inside of a rectangle. */
const runsThrough = (from: Point, to: Point, { x, y, width, height }: Rectangle) =>
  Math.max(from.x, to.x) > x + ROUNDING &&
  Math.min(from.x, to.x) < x + width - ROUNDING &&
  Math.max(from.y, to.y) > y + ROUNDING &&
  Math.min(from.y, to.y) < y + height - ROUNDING

/** Arrows that cross the border of a box, that run through a text, or that end where another arrow ends. */
function crossingsOf({ boxes, arrows }: Drawing): string[] {
  const hasArrow = ({ arrows, initial, inner, id }: Box, line: string): boolean =>
    (initial !== null && line === `begins ${id}`) ||
    arrows.some(arrow => arrow.id === line) ||
    inner.some(one => hasArrow(one, line))
  const rectangles = (line: string) => [
    ...boxes.filter(({ box }) => !hasArrow(box, line)).map(one => ({ what: one.box.id, ...one })),
    ...arrows.flatMap(({ id, label }) => (label ? [{ what: `the text of ${id}`, ...label }] : [])),
  ]
  const through = arrows.flatMap(({ id, points }) =>
    points.slice(1).flatMap((to, at) =>
      rectangles(id)
        .filter(rectangle => runsThrough(points[at] ?? to, to, rectangle))
        .map(({ what }) => `${id} runs through ${what}`),
    ),
  )
  const ends = arrows.flatMap(({ id, points }) => points.slice(-1).map(end => ({ id, ...end })))
  const close = ends.flatMap(({ id, x, y }, at) =>
    ends
      .slice(at + 1)
      .filter(other => Math.hypot(x - other.x, y - other.y) < 5)
      .map(other => `${id} ends at the end of ${other.id}`),
  )
  return [...through, ...close]
}

/** Boxes outside of the box around them, boxes and texts that cover each other, arrows that miss their box. */
function problemsOf({ boxes, arrows, circles }: Drawing): string[] {
  const placed = new Map(boxes.map(one => [one.box.id, one]))
  const missing: Rectangle = { x: -9, y: -9, width: 0, height: 0 }
  const rectangle = (id: string) => placed.get(id) ?? missing
  const labelsIn = (ids: readonly string[]) =>
    arrows.filter(({ arrow }) => arrow && ids.includes(arrow.id))
  const problems = boxes.flatMap(one => {
    const inner = one.box.inner.map(({ id }) => ({ id, ...rectangle(id) }))
    const labels = labelsIn(one.box.arrows.map(({ id }) => id)).flatMap(({ id, label }) =>
      label ? [{ id, ...label }] : [{ id, ...missing }],
    )
    const all = [...inner, ...labels]
    return [
      ...all.filter(part => !isIn(part, one)).map(({ id }) => `${id} leaves ${one.box.id}`),
      ...all.flatMap((part, at) =>
        all
          .slice(at + 1)
          .filter(other => overlap(part, other))
          .map(other => `${part.id} covers ${other.id}`),
      ),
    ]
  })
  const misses = ({ arrow, points }: PlacedArrow) => {
    const [first] = points
    const last = points.at(-1)
    if (!first || !last || !arrow) return true
    const begins =
      arrow.source === null
        ? circles.some(({ x, y }) => Math.hypot(x - first.x, y - first.y) < 8)
        : isOnBorder(first, rectangle(arrow.source))
    return !begins || !isOnBorder(last, rectangle(arrow.target))
  }
  const lost = arrows.filter(one => one.arrow && misses(one))
  return [...problems, ...lost.map(({ id }) => `${id} misses its box`)]
}

const keysOf = ({ boxes, arrows }: Drawing) =>
  [...boxes.map(({ box }) => box.rows), ...arrows.map(({ arrow }) => arrow?.rows ?? [])]
    .flat()
    .flatMap(({ key }) => key ?? [])

test.each(machines)(
  '$id is drawn whole: each state and each transition, nothing covers or crosses anything, and it fits into 1,440 pixels',
  async machine => {
    const nodes = [...nodesOf(machine.root)]
    const drawing = await draw(machine)
    expect(problemsOf(drawing)).toEqual([])
    expect(crossingsOf(drawing)).toEqual([])
    expect(drawing.width).toBeLessThanOrEqual(1440)
    expect(drawing.boxes.map(({ box }) => box.id)).toEqual(
      expect.arrayContaining(nodes.map(({ id }) => id)),
    )
    const keys = nodes.flatMap(transitionsOf).map(({ key }) => key)
    expect([...new Set(keysOf(drawing))].sort()).toEqual(keys.sort())
    const begun = nodes.filter(({ type }) => type === 'compound').length
    expect(drawing.circles.filter(({ kind }) => kind === 'first')).toHaveLength(begun)
  },
)

test.each(machines)(
  '$id is drawn with its states folded, and nothing covers anything',
  async machine => {
    const states = Object.values(machine.root.states)
    const drawing = await draw(machine, new Set(states.map(({ id }) => id)))
    expect(problemsOf(drawing)).toEqual([])
    expect(drawing.boxes).toHaveLength(states.length + 1)
  },
)

test('flugzeug fits into a window of 1,440 pixels, each region of it opened alone, too', async () => {
  const flugzeug = machines.find(({ id }) => id === 'flugzeug')
  if (!flugzeug) throw new Error('flugzeug is gone')
  expect((await draw(flugzeug)).width).toBeLessThanOrEqual(1400)
  const regions = Object.values(flugzeug.root.states).map(({ id }) => id)
  for (const region of regions) {
    const drawing = await draw(flugzeug, new Set(regions.filter(id => id !== region)))
    expect(drawing.width).toBeLessThanOrEqual(1400)
  }
})

test('a long text has lines that fit, broken at blanks and at the parts of words, and only its end is cut', () => {
  const text = 'start is done [wasRefusedAs MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED]'
  expect(wrapped(text)).toEqual([
    'start is done [wasRefusedAs',
    'MAXIMUM_NUMBER_CHALLENGE_',
    'INSTANCES_REACHED]',
  ])
  expect(wrapped('always [isOtherState(noTeams)]', 18)).toEqual([
    'always',
    '[isOtherState(no',
    'Teams)]',
  ])
  // If one line has room for the last words, no line is lost.
  expect(wrapped('word '.repeat(30).trim(), 50)).toHaveLength(2)
  expect(wrapped(text, 100)).toEqual([text])
  expect(wrapped('a'.repeat(70))).toEqual(['a'.repeat(30), 'a'.repeat(30), 'a'.repeat(10)])
  expect(wrapped('word '.repeat(30).trim()).at(-1)).toMatch(/^(word )+.*…$/)
  expect(wrapped('word '.repeat(30).trim(), 18)).toHaveLength(5)
})

test('a transition from deep in one state to deep in another one is an arrow between the two, and says both', async () => {
  const machine = createMachine({
    id: 'flat',
    initial: 'kitchen',
    states: {
      kitchen: {
        initial: 'stove',
        on: { cool: '.fridge' },
        states: { stove: { on: { sleep: '#bed' } }, fridge: {} },
      },
      upstairs: { initial: 'bath', states: { bath: {}, bed: { id: 'bed' } } },
    },
  })
  const { arrows } = await draw(machine as never)
  const shown = arrows.flatMap(({ arrow }) =>
    arrow ? [[arrow.source, arrow.target, ...arrow.rows.map(({ whole }) => whole)]] : [],
  )
  expect(shown).toEqual([
    ['flat.kitchen', 'flat.upstairs', 'stove: sleep → bed'],
    [null, 'flat.kitchen.fridge', 'cool'],
  ])
})
