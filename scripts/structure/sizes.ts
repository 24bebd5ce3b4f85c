import { machineFiles } from '../../tools/statechart/machine-files.ts'
import { files, linesOf, textOf } from './files.ts'

/**
 * The most lines of a file with a machine, and of one with an effect. The linter counts the lines of views.
 */
const MACHINE = 250
const EFFECT = 60

/** How many lines a file may have instead, and why. */
const exceptions: Readonly<Record<string, { most: number; reason: string }>> = {
  'src/remote-desktop/connection.ts': {
    most: 101,
    reason: 'all of noVNC that is not in its parts',
  },
  'src/remote-desktop/frame.ts': { most: 81, reason: 'it is small functions, one a command' },
}

const isSource = (file: string) => /^(src|platform)\/.*\.tsx?$/.test(file)
const isOfMachine = (file: string) => file.startsWith('src/machines/')
const isEffect = (file: string) => /\bfrom(Callback|Promise)\b/.test(textOf(file))

export function* sizeProblems(): Generator<string> {
  const machines = new Set(machineFiles().values())
  for (const file of files.filter(isSource)) {
    const isMachine = machines.has(file) || isOfMachine(file)
    if (!isMachine && (!file.startsWith('src/') || !isEffect(file))) continue
    const usual = isMachine ? MACHINE : EFFECT
    const most = exceptions[file]?.most ?? usual
    const lines = linesOf(file)
    const kind = isMachine ? 'a machine' : 'an effect'
    if (lines > most) yield `${file} has ${lines} lines; ${most} are the most for ${kind}.`
    if (most > usual && lines <= usual) yield `${file} needs no exception in sizes.ts.`
  }
  for (const file of Object.keys(exceptions)) {
    if (!files.includes(file)) yield `${file} is gone; take it out of sizes.ts.`
  }
}
