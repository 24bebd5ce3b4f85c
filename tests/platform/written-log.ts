import { createLog } from '../../platform/log.ts'

/** A log whose lines a test reads. */
export function createWrittenLog(level: Parameters<typeof createLog>[0]) {
  let text = ''
  const destination = {
    write(line: string) {
      text += line
    },
  }
  return { log: createLog(level, destination), written: () => text }
}
