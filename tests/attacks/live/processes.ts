import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { eventually } from '../../support/eventually.ts'

export interface Process {
  pid: number
  /** The command line, with spaces between its arguments. */
  command: string
}

const read = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

/** The descendants of a process, parents before children. */
export function processesOf(ancestor: number): Process[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const parents = new Map(
    pids.map(pid => {
      const stat = read(Number(pid), 'stat')
      return [Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]
    }),
  )
  const below = (pid: number): number[] =>
    [...parents].flatMap(([child, parent]) => (parent === pid ? [child, ...below(child)] : []))
  return below(ancestor).map(pid => ({
    pid,
    command: read(pid, 'cmdline').replaceAll('\0', ' ').trim(),
  }))
}

/** Resolves when all of them have ended. */
export const haveEnded = (all: Process[]) =>
  eventually(() => {
    const left = all.filter(({ pid, command }) => command && read(pid, 'cmdline') !== '')
    expect(left.map(({ command }) => command)).toEqual([])
  })
