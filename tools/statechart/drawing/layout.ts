import type { ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js'
import type { AnyStateMachine } from 'xstate'
import { type Arrow, type Box, boxOf, type Row, rewrapped } from './parts.ts'
import {
  CHARACTER_WIDTH,
  LINE_LENGTH,
  PADDING,
  sizeOf,
  TITLE_CHARACTER_WIDTH,
  TITLE_HEIGHT,
  wrapped,
} from './text.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Rectangle extends Point {
  readonly width: number
  readonly height: number
}

export interface PlacedBox extends Rectangle {
  readonly box: Box
  /** How many boxes it is in. */
  readonly depth: number
}

export interface PlacedArrow {
  /** Null: it shows in which state a box begins. */
  readonly arrow: Arrow | null
  readonly id: string
  readonly points: readonly Point[]
  /** Where its text is. */
  readonly label: Rectangle | null
}

/** The start of an arrow that begins in no box: the start of its box (`first`), or any state of it (`any`). */
export interface PlacedCircle extends Point {
  readonly id: string
  readonly kind: 'first' | 'any'
}

/** A machine with the places of all its parts, in pixels. */
export interface Drawing {
  readonly width: number
  readonly height: number
  /** The outer ones first. */
  readonly boxes: readonly PlacedBox[]
  readonly arrows: readonly PlacedArrow[]
  readonly circles: readonly PlacedCircle[]
}

/** `layout` of elkjs, in a worker or not. */
export type Layout = (graph: ElkNode) => Promise<ElkNode>

/** How wide a drawing should be at most: as a window of 1,440 pixels shows it. */
const WIDTH = 1400
/** Across, of a circle. */
export const CIRCLE = 10
const GAP = 12
/** Between the ends of two arrows at one side of a box. */
const BETWEEN_ENDS = 9

/** Ways to order the states of a box, for one that is too wide otherwise. */
const orders: readonly LayoutOptions[] = [
  { 'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER' },
  { 'elk.layered.layering.strategy': 'STRETCH_WIDTH' },
  {
    'elk.layered.layering.strategy': 'COFFMAN_GRAHAM',
    'elk.layered.layering.coffmanGraham.layerBound': '2',
  },
]
/** Characters of a line in a drawing that is still too wide. */
const NARROW_LINE = 18

const layered = (direction: string, order: LayoutOptions): LayoutOptions => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '10',
  'elk.spacing.edgeEdge': '8',
  'elk.spacing.edgeLabel': '3',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.spacing.nodeNodeBetweenLayers': '20',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
  ...order,
})

const linesOf = (rows: readonly Row[]) => rows.flatMap(({ lines }) => lines)

/** The title of a box, and how many states it hides. */
export const titleOf = ({ title, folded }: Box) => (folded > 0 ? `${title} +${folded}` : title)

/** The size of what stands above the boxes in a box. */
function headOf(box: Box) {
  const text = sizeOf(linesOf(box.rows))
  return {
    width: Math.max(titleOf(box).length * TITLE_CHARACTER_WIDTH, text.width) + 2 * PADDING,
    height: TITLE_HEIGHT + text.height + PADDING,
  }
}

/** A box with all that is in it, from its own upper left corner. */
type Group = Drawing

const moved = <T extends Point>(at: Point, one: T): T => ({
  ...one,
  x: one.x + at.x,
  y: one.y + at.y,
})

type Parts = Pick<Group, 'boxes' | 'arrows' | 'circles'>

const movedParts = (at: Point, { boxes, arrows, circles }: Parts): Parts => ({
  boxes: boxes.map(box => moved(at, box)),
  circles: circles.map(circle => moved(at, circle)),
  arrows: arrows.map(arrow => ({
    ...arrow,
    points: arrow.points.map(point => moved(at, point)),
    label: arrow.label && moved(at, arrow.label),
  })),
})

/** The inside of a box: the groups in it with their places, and the arrows between them. */
interface Inside {
  readonly width: number
  readonly height: number
  readonly groups: readonly Group[]
  readonly places: readonly Point[]
  readonly arrows: readonly PlacedArrow[]
  readonly circles: readonly PlacedCircle[]
}

const circleIds = ({ id }: Box) => ({ first: `first ${id}`, any: `any ${id}` })

function circlesOf(box: Box): readonly Omit<PlacedCircle, keyof Point>[] {
  const { first, any } = circleIds(box)
  return [
    ...(box.initial ? [{ id: first, kind: 'first' as const }] : []),
    ...(box.arrows.some(({ source }) => source === null)
      ? [{ id: any, kind: 'any' as const }]
      : []),
  ]
}

/** Makes a state wide or high enough for all of its arrows: they may all be at one side of it. */
function roomForArrows(box: Box, groups: readonly Group[], direction: string): readonly Group[] {
  const ends = box.arrows.flatMap(({ source, target }) => [source, target])
  return groups.map(group => {
    const [first, ...others] = group.boxes
    if (!first || others.length > 0) return group
    const least = BETWEEN_ENDS * (ends.filter(id => id === first.box.id).length + 1)
    const width = direction === 'DOWN' ? Math.max(group.width, least) : group.width
    const height = direction === 'DOWN' ? group.height : Math.max(group.height, least)
    return { ...group, width, height, boxes: [{ ...first, width, height }] }
  })
}

function graphOf(
  box: Box,
  groups: readonly Group[],
  direction: string,
  order: LayoutOptions,
): ElkNode {
  const { first, any } = circleIds(box)
  const begins = box.initial
    ? [{ id: `begins ${box.id}`, sources: [first], targets: [box.initial] }]
    : []
  return {
    id: box.id,
    layoutOptions: layered(direction, order),
    children: [
      ...circlesOf(box).map(({ id }) => ({ id, width: CIRCLE, height: CIRCLE })),
      ...box.inner.map(({ id }, index) => ({
        id,
        width: groups[index]?.width ?? 0,
        height: groups[index]?.height ?? 0,
      })),
    ],
    edges: [
      ...begins,
      ...box.arrows.map(({ id, source, target, rows }) => ({
        id,
        sources: [source ?? any],
        targets: [target],
        labels: [{ text: id, ...sizeOf(linesOf(rows)) }],
      })),
    ],
  }
}

const rectangleOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Rectangle>): Rectangle => ({
  x,
  y,
  width,
  height,
})

function insideOf(box: Box, groups: readonly Group[], graph: ElkNode): Inside {
  const placed = new Map((graph.children ?? []).map(node => [node.id, rectangleOf(node)]))
  const arrows = new Map(box.arrows.map(arrow => [arrow.id, arrow]))
  const { width, height } = rectangleOf(graph)
  return {
    width,
    height,
    groups,
    places: box.inner.map(({ id }) => rectangleOf(placed.get(id) ?? {})),
    circles: circlesOf(box).map(circle => {
      const { x, y } = rectangleOf(placed.get(circle.id) ?? {})
      return { ...circle, x: x + CIRCLE / 2, y: y + CIRCLE / 2 }
    }),
    arrows: (graph.edges ?? []).map(({ id, sections = [], labels = [] }) => ({
      id,
      arrow: arrows.get(id) ?? null,
      points: sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
        startPoint,
        ...bendPoints,
        endPoint,
      ]),
      label: labels[0] ? rectangleOf(labels[0]) : null,
    })),
  }
}

/** Regions that are active together have no arrows between them: they stand in lines, like words. */
function regionsInside(groups: readonly Group[], width: number): Inside {
  const places: Point[] = []
  let at = { x: 0, y: 0 }
  let below = 0
  let right = 0
  for (const group of groups) {
    if (at.x > 0 && at.x + group.width > width) at = { x: 0, y: below + GAP }
    places.push(at)
    below = Math.max(below, at.y + group.height)
    right = Math.max(right, at.x + group.width)
    at = { x: at.x + group.width + GAP, y: at.y }
  }
  return { width: right, height: below, groups, places, arrows: [], circles: [] }
}

/** Two ways to lay out a box: the lowest that is not too wide, and the narrowest. */
interface Choice {
  readonly low: Group
  readonly narrow: Group
}

const best = (groups: readonly Group[], cost: (group: Group) => number) =>
  groups.reduce((one, other) => (cost(other) < cost(one) ? other : one))

/** Prefers what fits into the room: a wider group must be much lower to be chosen. */
const costIn = (room: number) => (group: Group) =>
  group.height * Math.max(1, group.width / room) ** 4

async function choiceOf(box: Box, depth: number, width: number, layout: Layout): Promise<Choice> {
  const head = headOf(box)
  if (box.inner.length === 0) {
    const leaf = { ...head, boxes: [{ box, depth, x: 0, y: 0, ...head }], arrows: [], circles: [] }
    return { low: leaf, narrow: leaf }
  }
  const choices = await Promise.all(box.inner.map(one => choiceOf(one, depth + 1, width, layout)))
  const room = width - 2 * PADDING * depth
  const inner = [choices.map(({ low }) => low), choices.map(({ narrow }) => narrow)]
  const ordered = async (orders: readonly LayoutOptions[]) => {
    const insides = inner.flatMap(groups =>
      orders.flatMap(order =>
        ['DOWN', 'RIGHT'].map(async direction => {
          const roomy = roomForArrows(box, groups, direction)
          return insideOf(box, roomy, await layout(graphOf(box, roomy, direction, order)))
        }),
      ),
    )
    return (await Promise.all(insides)).map(inside => around(box, depth, inside))
  }
  const all =
    box.kind === 'parallel'
      ? inner.map(groups => around(box, depth, regionsInside(groups, room - 2 * PADDING)))
      : await ordered([{}])
  const isTooWide = all.every(({ width }) => width > room)
  if (isTooWide && box.kind !== 'parallel') all.push(...(await ordered(orders)))
  return { low: best(all, costIn(room)), narrow: best(all, ({ width }) => width) }
}

/** The same box with lines as long as what is in it. */
function widened(box: Box, width: number): Box {
  const most = Math.max(LINE_LENGTH, Math.floor(width / CHARACTER_WIDTH))
  return { ...box, rows: box.rows.map(row => ({ ...row, lines: wrapped(row.whole, most) })) }
}

function around(narrow: Box, depth: number, inside: Inside): Group {
  const box = widened(narrow, inside.width)
  const head = headOf(box)
  const corner = { x: PADDING, y: head.height }
  const width = Math.max(head.width, inside.width + 2 * PADDING)
  const height = head.height + inside.height + PADDING
  const inner = inside.groups.map((group, index) =>
    movedParts(moved(corner, inside.places[index] ?? { x: 0, y: 0 }), group),
  )
  const { arrows, circles } = inside
  const own = movedParts(corner, { boxes: [], arrows, circles })
  return {
    width,
    height,
    boxes: [{ box, depth, x: 0, y: 0, width, height }, ...inner.flatMap(({ boxes }) => boxes)],
    arrows: [...own.arrows, ...inner.flatMap(({ arrows }) => arrows)],
    circles: [...own.circles, ...inner.flatMap(({ circles }) => circles)],
  }
}

/** Gives all parts of a machine their places. `folded` has the ids of states whose inner ones are not drawn. */
export async function drawingOf(
  machine: AnyStateMachine,
  folded: ReadonlySet<string>,
  layout: Layout,
  width = WIDTH,
): Promise<Drawing> {
  const box = boxOf(machine, folded)
  const { low } = await choiceOf(box, 0, width, layout)
  if (low.width <= width) return low
  const { low: other } = await choiceOf(rewrapped(box, NARROW_LINE), 0, width, layout)
  return best([low, other], costIn(width))
}
