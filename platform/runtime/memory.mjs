import { readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs'

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

/** Fewer sockets cannot hold much. A look at all of them takes the kernel a few milliseconds. */
const fewSockets = 16

/**
 * What waits in the TCP and UDP sockets of some processes' networks until somebody reads it, in MiB. It belongs to no
 * process. All networks of a host share what the kernel allows for TCP, so one sandbox could slow down the host's own.
 *
 * @param {number[]} pids
 */
export function socketsMemory(pids) {
  const byNetwork = new Map(pids.map(pid => [networkOf(pid), `/proc/${pid}/net/`]))
  byNetwork.delete(null)
  return [...byNetwork.values()].reduce((sum, folder) => sum + waitingIn(folder), 0) / 2 ** 20
}

function networkOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    // It has ended.
    return null
  }
}

function waitingIn(folder) {
  const counts = ['sockstat', 'sockstat6'].map(name => read(folder + name)).join('')
  const inUse = [...counts.matchAll(/^(?:TCP|UDP)6?: inuse (\d+)/gm)]
  if (inUse.reduce((sum, [, count]) => sum + Number(count), 0) < fewSockets) return 0
  const sockets = ['tcp', 'tcp6', 'udp', 'udp6'].map(name => read(folder + name)).join('')
  // Of each socket: what it has to send, and what it has received, in hexadecimal.
  const queues = [...sockets.matchAll(/ ([\dA-F]{8}):([\dA-F]{8}) \d\d:/g)]
  return queues.reduce((sum, [, out, into]) => sum + parseInt(out, 16) + parseInt(into, 16), 0)
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
