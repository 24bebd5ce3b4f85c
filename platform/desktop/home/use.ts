import { execFile } from 'node:child_process'

/**
 * The script runs as root of a user namespace, so that it can read folders that the user closed. It also
 * counts deleted files that a program still has open.
 */
const script = `
unshare -Ur sh -c 'du -s -k -x "$1"; du -s --inodes -x "$1"' sh "$1"; shift
find -L "$@" -maxdepth 1 -links 0 -type f -printf '%D:%i %b\\n' 2>/dev/null | sort -u
`
/** Each file counts this many KB more, so that empty files count, too. */
const fileKb = 4
const limits = { timeout: 60_000, maxBuffer: 16 * 2 ** 20 }

/**
 * The disk space of a home, in MB.
 *
 * @param pids of the programs that have it open
 */
export function homeUse(home: string, pids: readonly number[]): Promise<number> {
  const descriptors = pids.map(pid => `/proc/${pid}/fd`)
  const args = ['sh', '-c', script, 'sh', home, ...descriptors]
  return new Promise((resolve, reject) => {
    execFile('nice', args, limits, (error, stdout) => {
      const [kb, files, ...lost] = stdout.trim().split('\n')
      if (kb === undefined || files === undefined)
        return reject(error ?? new Error('du printed no sizes'))
      const blocks = lost.map(line => Number(line.split(' ')[1]))
      const lostKb = blocks.reduce((sum, count) => sum + count, 0) / 2
      resolve((Number.parseInt(kb, 10) + Number.parseInt(files, 10) * fileKb + lostKb) / 1024)
    })
  })
}
