// Stands in for `vitest` while `npm run mutate` runs: tests are collected, and run by the worker.

export { expect } from 'vitest'

interface Case {
  readonly title: string
  readonly run: () => unknown
}

type Rows = readonly unknown[]

/** What was collected since the last call. */
export const takeCases = (): readonly Case[] => cases.splice(0)
const cases: Case[] = []

export const test = Object.assign(
  (title: string, run: () => unknown) => {
    cases.push({ title, run })
  },
  {
    each: (rows: Rows) => (title: string, run: (...row: Rows) => unknown) => {
      for (const row of rows) cases.push({ title, run: () => run(...[row].flat(1)) })
    },
    for: (rows: Rows) => (title: string, run: (row: unknown) => unknown) => {
      for (const row of rows) cases.push({ title, run: () => run(row) })
    },
  },
)

export const describe = Object.assign((_: string, collect: () => void) => collect(), {
  each: (rows: Rows) => (_: string, collect: (...row: Rows) => void) => {
    for (const row of rows) collect(...[row].flat(1))
  },
})
