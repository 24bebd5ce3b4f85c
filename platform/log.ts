import { type DestinationStream, type Logger, pino } from 'pino'
import { describeError } from './log-errors.ts'

export type Log = Logger

/** Field names whose values never reach a log, at any of the depths that we log. */
const secrets = [
  'authorization',
  'cookie',
  'password',
  'flag',
  'joinToken',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'privateKey',
]

/**
 * A JSON log, by default on the standard error. Secrets are removed by field name, and so are values in
 * errors of the database. This is the second defence; the first is not to log them.
 *
 * @param level a pino level, 'silent' for none
 */
export function createLog(level = 'info', destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: secrets.flatMap(name => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
  }
  return pino(options, destination ?? standardError())
}

/** How much of the log waits until it can be written, in bytes. What comes then is lost. */
const maxWaiting = 2 ** 20
const retryMs = 1000

/** A full disk, a terminal that was closed and a reader that is slow must not end the process, nor stop it. */
function standardError(): DestinationStream {
  const options = { fd: 2, sync: true, maxLength: maxWaiting, retryEAGAIN: () => false }
  const destination = pino.destination(options)
  let retry: NodeJS.Timeout | undefined
  destination.on('error', () => {
    clearTimeout(retry)
    // Without a text, it writes what waits.
    retry = setTimeout(() => destination.write(''), retryMs).unref()
  })
  return destination
}
