import { readFile } from 'node:fs/promises'

/** What a process has written since it began, in bytes. */
export interface Written {
  /** To the disks of this host. */
  readonly toDisk: number
  /** Also into pipes, terminals, files in memory and files of other hosts. */
  readonly inAll: number
}

export async function writtenBy(pids: readonly number[]): Promise<Map<number, Written>> {
  const read = async (pid: number): Promise<[number, Written]> => {
    const text = await readFile(`/proc/${pid}/io`, 'latin1').catch(() => '')
    const count = (field: RegExp) => Number(field.exec(text)?.[1] ?? 0)
    return [pid, { toDisk: count(/^write_bytes: (\d+)/m), inAll: count(/^wchar: (\d+)/m) }]
  }
  return new Map(await Promise.all(pids.map(read)))
}

/**
 * The program that wrote most between two looks at the programs of a desktop.
 *
 * @returns its id, or null if none wrote
 */
export function writerOf(
  before: ReadonlyMap<number, Written>,
  now: ReadonlyMap<number, Written>,
): number | null {
  // The start of a desktop writes into its home. If nothing reached a disk, the home is not on one.
  const isOnDisk = [...now.values()].some(({ toDisk }) => toDisk > 0)
  const kind = isOnDisk ? 'toDisk' : 'inAll'
  let [writer, most]: [number | null, number] = [null, 0]
  for (const [pid, written] of now) {
    const bytes = written[kind] - (before.get(pid)?.[kind] ?? 0)
    if (bytes > most) [writer, most] = [pid, bytes]
  }
  return writer
}
