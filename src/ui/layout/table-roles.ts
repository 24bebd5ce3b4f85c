/** Spelt out, since a table that is laid out as a grid loses its meaning in some browsers. */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  rowHeader: { role: 'rowheader', scope: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  none: { role: 'none' },
} as const
