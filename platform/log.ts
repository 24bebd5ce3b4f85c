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
  return pino(options, destination ?? pino.destination({ fd: 2, sync: true }))
}
