import { readFileSync, statfsSync, statSync } from 'node:fs'

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

/** What the kernel takes for each file in memory, in MiB, also for an empty one. No size of a file system limits it. */
const fileMb = 1 / 1024

/**
 * The memory that the kernel takes for the files in /tmp and /dev/shm of a sandbox, in MiB, without their content.
 *
 * @param {number[]} pids its processes
 */
export function filesMemory(pids) {
  return ['/tmp', '/dev/shm'].reduce((sum, folder) => sum + filesIn(folder, pids) * fileMb, 0)
}

/** The first process that can be asked answers for all: none of them can mount anything. */
function filesIn(folder, pids) {
  for (const pid of pids) {
    try {
      const path = `/proc/${pid}/root${folder}`
      // While bubblewrap still builds the sandbox, it has the host's root.
      if (statSync(path).dev === statSync(folder).dev) continue
      const { files, ffree } = statfsSync(path)
      return files - ffree
    } catch {
      // It has ended.
    }
  }
  return 0
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
