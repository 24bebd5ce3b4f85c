/** A cell of the heat map, as read from the table. */
export interface HeatCell {
  readonly element: HTMLTableCellElement
  readonly flag: number
  readonly flags: number
  /** Index among the days. */
  readonly day: number
  readonly count: number
  /** The middle of its upper edge, in pixels of the window. */
  readonly x: number
  readonly y: number
}

/** The cell in which an event happened; null if there is none. */
export function cellIn(target: EventTarget | null): HeatCell | null {
  const element = target instanceof Element ? target.closest('td') : null
  const place = element?.parentElement?.dataset.flag
  if (!element || !place) return null
  const [flag = 0, flags = 0] = place.split('/').map(Number)
  const { left, width, top } = element.getBoundingClientRect()
  const count = Number(element.textContent)
  return { element, flag, flags, day: dayOf(element), count, x: left + width / 2, y: top }
}

const cellsOf = (row: Element) => [...row.querySelectorAll('td')]
const dayOf = (cell: Element) =>
  cell.parentElement ? cellsOf(cell.parentElement).indexOf(cell as HTMLTableCellElement) : -1

/**
 * The cell to which an arrow key moves. From the scrolling region around a table, it moves to the first cell.
 * Null if there is none.
 */
export function cellTo(target: EventTarget | null, key: string): HTMLElement | null {
  const cell = cellIn(target)
  if (!cell) return key === 'ArrowDown' ? firstIn(target) : null
  const row = cell.element.parentElement
  const table = cell.element.closest('table')
  if (!row || !table) return null
  const rows = [...table.querySelectorAll('tr[data-flag]')]
  const [rowStep, dayStep] = steps[key] ?? [0, 0]
  if (rowStep === 0 && dayStep === 0) return null
  const next = rows[rows.indexOf(row) + rowStep]
  return (next && cellsOf(next)[cell.day + dayStep]) ?? null
}

const firstIn = (target: EventTarget | null) =>
  target instanceof Element ? target.querySelector<HTMLElement>('tr[data-flag] td') : null

const steps: Readonly<Record<string, readonly [rows: number, days: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
