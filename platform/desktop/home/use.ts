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
const maxSeconds = 60
const limits = { maxBuffer: 16 * 2 ** 20 }

/** A home with so many files that measuring them takes too long. */
export class MeasuringLate extends Error {
  override readonly name = 'MeasuringLate'
}
/** What timeout exits with. */
const isLate = 124

/**
 * The disk space of a home, in MB.
 *
 * @param pids of the programs that have it open
 * @throws MeasuringLate
 */
export function homeUse(home: string, pids: readonly number[]): Promise<number> {
  const descriptors = pids.map(pid => `/proc/${pid}/fd`)
  // It ends all of the script's programs, where Node would end only the first.
  const args = [`${maxSeconds}`, 'nice', 'sh', '-c', script, 'sh', home, ...descriptors]
  return new Promise((resolve, reject) => {
    execFile('timeout', args, limits, (error, stdout) => {
      if (error?.code === isLate)
        return reject(new MeasuringLate(`a home was not measured within ${maxSeconds} s`))
      const [kb, files, ...lost] = stdout.trim().split('\n')
      if (kb === undefined || files === undefined)
        return reject(error ?? new Error('du printed no sizes'))
      const blocks = lost.map(line => Number(line.split(' ')[1]))
      const lostKb = blocks.reduce((sum, count) => sum + count, 0) / 2
      resolve((Number.parseInt(kb, 10) + Number.parseInt(files, 10) * fileKb + lostKb) / 1024)
    })
  })
}
