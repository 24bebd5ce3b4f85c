import { totalmem } from 'node:os'

/** What is left of the machine for the platform itself, its database and the system. */
const forOthers = 1 / 4

/** What environments, and desktops, may hold on this machine unless somebody says otherwise. */
export function usualMegabytes(memoryBytes = memoryOfThisMachine()): number {
  const half = (memoryBytes * (1 - forOthers)) / 2
  return Math.max(256, Math.floor(half / 2 ** 20))
}

/** The memory of this machine, or of the container that this process is in. */
function memoryOfThisMachine(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(totalmem(), constrained) : totalmem()
}

/** Like `8 GB, 32 of 256 MB at once`. */
export function describeMemory(megabytes: number | null, each: number): string {
  if (megabytes === null) return 'as many as are asked for'
  const count = Math.max(1, Math.floor(megabytes / each))
  const size = megabytes < 1024 ? `${megabytes} MB` : `${Math.round(megabytes / 102.4) / 10} GB`
  return `${size}, ${count} of ${each} MB at once`
}
