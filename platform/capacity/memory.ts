import { totalmem } from 'node:os'

/** The part of the memory that is left to the platform, its database and the system. */
const reserved = 1 / 4

/** The default capacity, in MB, of environments and of desktops each. */
export function defaultMegabytes(memoryBytes = hostMemory()): number {
  const half = (memoryBytes * (1 - reserved)) / 2
  return Math.max(256, Math.floor(half / 2 ** 20))
}

/** The memory, in bytes, of this host or of the container that this process runs in. */
function hostMemory(): number {
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
