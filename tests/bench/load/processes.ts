import { readdir, readFile } from 'node:fs/promises'

/** Seconds of processor time that a process has used, with its children that have ended. */
async function secondsOf(pid: number | string): Promise<{ parent: number; seconds: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), seconds: stat ? ticks / 100 : 0 }
}

/** The processor seconds of a process and its children, including ended ones. */
export async function usedSeconds(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const all = await Promise.all(pids.map(secondsOf))
  const children = all.filter(({ parent }) => parent === pid)
  const own = (await secondsOf(pid)).seconds
  return children.reduce((sum, { seconds }) => sum + seconds, own)
}

/** The most memory that a process has held, in MB. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
