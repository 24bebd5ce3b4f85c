import { createElement as element, type ReactNode } from 'react'
import type { Descriptions } from '../described.ts'
import { CIRCLE, type Drawing, type PlacedArrow, type PlacedBox, titleOf } from './layout.ts'
import type { Row } from './parts.ts'
import { style } from './style.ts'
import { LINE_HEIGHT, PADDING, TITLE_HEIGHT } from './text.ts'

/** What a run shows in a chart. */
export interface Marks {
  /** The ids of the states that are active. */
  readonly active: ReadonlySet<string>
  /** Places, from 1, of the transitions that the last event took, by their keys. */
  readonly last: ReadonlyMap<string, number>
  /** How often each transition was taken, by its key. */
  readonly taken: ReadonlyMap<string, number>
  /** The types of events that can be sent now. */
  readonly possible: ReadonlySet<string>
  readonly onSend: (type: string) => void
}

interface PictureProps {
  readonly drawing: Drawing
  /** For those who cannot see it. */
  readonly label: string
  /** The tooltips of the states. */
  readonly states?: Descriptions | undefined
  /** Absent: it is a picture of the machine, and of no run. */
  readonly marks?: Marks | undefined
  /** Folds a state, or opens it again. */
  readonly onFold?: ((id: string) => void) | undefined
}

/** From 0, never taken, to 3, often. */
export const heatLevel = (count: number) => Math.min(3, Math.ceil(Math.log10(count + 1) * 2))

export const timesInWords = (count: number) =>
  ['Never taken', 'Taken once'][count] ?? `Taken ${count} times`

/**
 * A machine as SVG: the inspector shows it, and `docs/machines` has it as files. It has no JSX, since Node runs
 * it as it is.
 */
export function Picture({ drawing, label, states, marks, onFold }: PictureProps) {
  const { boxes, arrows, circles } = drawing
  const width = Math.ceil(drawing.width) + 2
  const height = Math.ceil(drawing.height) + 2
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      className: 'statechart',
      width,
      height,
      viewBox: `-1 -1 ${width} ${height}`,
      role: onFold ? 'group' : 'img',
      'aria-label': label,
    },
    element('style', null, style),
    ['head', 'taken'].map(id => headPicture(id)),
    boxes.map(box => boxPicture(box, states?.[box.box.path], marks, onFold)),
    arrows.map(arrow => linePicture(arrow, marks)),
    circles.map(({ id, kind, x, y }) =>
      element('circle', {
        key: id,
        className: kind,
        cx: round(x),
        cy: round(y),
        r: CIRCLE / 2,
      }),
    ),
    arrows.map(arrow => labelPicture(arrow, marks)),
  )
}

const headPicture = (id: string) =>
  element(
    'marker',
    {
      key: id,
      id,
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      orient: 'auto',
      markerWidth: 8,
      markerHeight: 8,
      markerUnits: 'userSpaceOnUse',
    },
    element('path', { d: 'M0 0 8 4 0 8z', className: id }),
  )

function boxPicture(
  placed: PlacedBox,
  about?: string,
  marks?: Marks,
  onFold?: (id: string) => void,
): ReactNode {
  const { box, depth, x, y, width, height } = placed
  const { id, kind, folded, inner } = box
  const isActive = marks?.active.has(id)
  const canFold = depth > 0 && (folded > 0 || inner.length > 0)
  return element(
    'g',
    {
      key: id,
      className: 'state',
      'data-kind': kind === 'atomic' ? undefined : kind,
      'data-odd': depth % 2 === 1 || undefined,
      'data-active': isActive || undefined,
      'data-state': marks && id,
      'aria-current': isActive && inner.length === 0 ? 'step' : undefined,
    },
    about && element('title', null, about),
    element('rect', {
      x: round(x),
      y: round(y),
      width: round(width),
      height: round(height),
      rx: kind === 'final' ? 14 : 6,
    }),
    titlePicture(placed, canFold ? onFold : undefined),
    rowsPicture(box.rows, x + PADDING, y + TITLE_HEIGHT, marks),
  )
}

/** SVG has no buttons. */
const byKey = (act: () => void) => (event: { key: string; preventDefault(): void }) => {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  act()
}

/** The title of a state that can be folded is a button. */
function titlePicture({ box, x, y }: PlacedBox, onFold?: (id: string) => void): ReactNode {
  const { id, title, folded } = box
  const act = () => onFold?.(id)
  return element(
    'text',
    {
      className: 'title',
      x: round(x + PADDING),
      y: round(y + TITLE_HEIGHT - 4),
      ...(onFold && {
        role: 'button',
        tabIndex: 0,
        'aria-expanded': folded === 0,
        'data-fold': id,
        'aria-label': `${folded > 0 ? 'Open' : 'Fold'} ${title}`,
        onClick: act,
        onKeyDown: byKey(act),
      }),
    },
    titleOf(box),
  )
}

const isTakenIn = (rows: readonly Row[], marks?: Marks) =>
  rows.some(({ key }) => key !== null && marks?.last.has(key))

function linePicture({ arrow, id, points }: PlacedArrow, marks?: Marks): ReactNode {
  const isTaken = arrow !== null && isTakenIn(arrow.rows, marks)
  return element('polyline', {
    key: `line ${id}`,
    'data-taken': isTaken || undefined,
    points: points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' '),
    markerEnd: `url(#${isTaken ? 'taken' : 'head'})`,
  })
}

const labelPicture = ({ arrow, id, label }: PlacedArrow, marks?: Marks): ReactNode =>
  arrow &&
  label &&
  element(
    'g',
    { key: `label ${id}`, className: 'label' },
    element('rect', {
      x: round(label.x) - 2,
      y: round(label.y),
      width: round(label.width) + 4,
      height: round(label.height),
    }),
    rowsPicture(arrow.rows, label.x, label.y, marks),
  )

function rowsPicture(rows: readonly Row[], x: number, y: number, marks?: Marks): ReactNode {
  let top = y
  return rows.map((row, index) => {
    const above = top
    top += row.lines.length * LINE_HEIGHT
    return element(RowPicture, { key: index, row, x, y: above, marks })
  })
}

interface RowProps extends Pick<PictureProps, 'marks'> {
  readonly row: Row
  readonly x: number
  readonly y: number
}

function RowPicture({ row: { key, sent, whole, lines }, x, y, marks }: RowProps) {
  const place = key === null ? undefined : marks?.last.get(key)
  const count = key === null ? 0 : (marks?.taken.get(key) ?? 0)
  const isCut = lines.at(-1)?.endsWith('…')
  const hasHeat = marks && key !== null
  const canSend = sent && marks?.active.has(sent.state) && marks.possible.has(sent.type)
  const send = () => sent && marks?.onSend(sent.type)
  return element(
    'g',
    {
      className: key === null ? 'row' : 'row transition',
      'data-key': (marks && key) ?? undefined,
      'data-taken': place,
    },
    (isCut || hasHeat) &&
      element('title', null, hasHeat ? `${whole} · ${timesInWords(count)}` : whole),
    hasHeat &&
      element('rect', {
        className: 'heat',
        'data-heat': heatLevel(count),
        x: round(x) - 6,
        y: round(y) + 2,
        width: 4,
        height: lines.length * LINE_HEIGHT - 3,
      }),
    element(
      'text',
      canSend
        ? {
            role: 'button',
            tabIndex: 0,
            'aria-label': `Send ${sent.type}: ${whole}`,
            onClick: send,
            onKeyDown: byKey(send),
          }
        : null,
      lines.map((text, at) =>
        element(
          'tspan',
          { key: at, x: round(x), y: round(y + (at + 1) * LINE_HEIGHT - 4) },
          place !== undefined && at === 0 ? `${place}. ${text}` : text,
        ),
      ),
    ),
  )
}

const round = (value: number) => Math.round(value * 10) / 10
