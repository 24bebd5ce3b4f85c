import { arch } from 'node:os'

/** Offsets in `struct seccomp_data`, in bytes. */
const callAt = 0
const architectureAt = 4

/** Instructions of classic BPF. */
const load = 0x20
const jumpIfEqual = 0x15
const jumpIfAtLeast = 0x35
const leave = 0x06

const allow = 0x7fff_0000
/** ENOSYS, as if this kernel did not have it: programs then do without it. */
const refuse = 0x0005_0000 + 38

const missing = 0xffff_ffff

interface Architecture {
  id: number
  /** memfd_create, memfd_secret, msgget, semget, and other calls that create them; mount and fsopen. */
  kept: number[]
  shmget: number[]
  /** Numbers from this one on belong to another interface, which no program needs. */
  end: number
}

const x64: Architecture = {
  id: 0xc000_003e,
  kept: [319, 447, 68, 64, 165, 430],
  shmget: [29],
  end: 0x4000_0000,
}
/** `ipc` makes segments, queues and semaphores. Its first argument says which. */
const ia32: Architecture = {
  id: 0x4000_0003,
  kept: [356, 447, 399, 393, 21, 430],
  shmget: [117, 395],
  end: missing,
}
const arm64: Architecture = {
  id: 0xc000_00b7,
  kept: [279, 447, 186, 190, 40, 430],
  shmget: [194],
  end: missing,
}
const arm32: Architecture = {
  id: 0x4000_0028,
  kept: [385, 447, 303, 299, 21, 430],
  shmget: [307],
  end: missing,
}
const known: Record<string, Architecture[]> = { x64: [x64, ia32], arm64: [arm64, arm32] }

/**
 * A seccomp filter against memory that belongs to no process and so cannot be measured: files without
 * a name, file systems in memory, and the segments, queues and semaphores of System V. A desktop's programs may make
 * user namespaces, in which they could mount such file systems.
 *
 * @param segments whether shared memory segments are allowed, since they are measured
 * @returns the program for `bwrap --seccomp`; null: unknown architecture
 */
export function systemCallFilter(segments: boolean): Buffer | null {
  const architectures = known[arch()]
  if (!architectures) return null
  const program: [code: number, value: number, then: number, otherwise: number][] = []
  program.push([load, architectureAt, 0, 0])
  for (const { id, kept, shmget, end } of architectures) {
    const calls = segments ? kept : [...kept, ...shmget]
    // Jumps past this architecture: its load, its calls, its end, allow, refuse.
    program.push([jumpIfEqual, id, 0, calls.length + 4])
    program.push([load, callAt, 0, 0])
    for (const [at, call] of calls.entries())
      program.push([jumpIfEqual, call, calls.length - at + 1, 0])
    program.push([jumpIfAtLeast, end, 1, 0])
    program.push([leave, allow, 0, 0])
    program.push([leave, refuse, 0, 0])
  }
  program.push([leave, refuse, 0, 0])
  const bytes = Buffer.alloc(program.length * 8)
  for (const [at, [code, value, then, otherwise]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(then, at * 8 + 2)
    bytes.writeUInt8(otherwise, at * 8 + 3)
    bytes.writeUInt32LE(value, at * 8 + 4)
  }
  return bytes
}
