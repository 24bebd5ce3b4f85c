import { readFileSync } from 'node:fs'

/**
 * The memory of some processes together, in MiB, with shared memory and swap. If their sum is
 * above the limit, memory that they share is counted once, which takes longer.
 *
 * @param {number[]} pids
 * @param {number} limit in MiB
 */
export function memoryOf(pids, limit) {
  const rough = sumOf(pids, 'status', /^(RssAnon|RssShmem|VmSwap):\s+(\d+)/gm)
  if (rough <= limit) return rough
  // The kernel reads every page for this.
  return sumOf(pids, 'smaps_rollup', /^(Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+)/gm)
}

/** The size of all shared memory segments of this IPC namespace, in MiB, attached or not. */
export function segmentsMemory() {
  const [, ...lines] = read('/proc/sysvipc/shm').trim().split('\n')
  const bytes = lines.map(line => line.trim().split(/\s+/).slice(-2))
  return bytes.flat().reduce((sum, count) => sum + Number(count), 0) / 2 ** 20
}

function sumOf(pids, file, fields) {
  const texts = pids.map(pid => read(`/proc/${pid}/${file}`))
  const amounts = texts.flatMap(text => [...text.matchAll(fields)].map(([, , kib]) => Number(kib)))
  return amounts.reduce((sum, kib) => sum + kib, 0) / 1024
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
