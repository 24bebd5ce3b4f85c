import { lstat, stat } from 'node:fs/promises'
import { request } from 'node:http'
import type { Rows } from '../backup/format.ts'
import { commandNames } from '../command-names.ts'
import type { ReloadReport } from '../event/record/reload-report.ts'
import type { RunningEvent } from '../event/record/running.ts'
import { reasonOf } from '../log-errors.ts'
import { organiserSocket, socketPathIn } from '../socket-path.ts'
import type { OrganiserAnswer, OrganiserRequest } from './organiser.ts'

/** No platform listens in a data folder. */
export class NotRunningError extends Error {
  override readonly name = 'NotRunningError'
}

/** The platform ended, or needs too long. What it was asked for may be done. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/** An import of 20,000 people, of 2 MB, took 25 s of a busy host: it may take 160 s. */
const timeoutFor = (body: string) => 60_000 + body.length / 20
/** The embedded database is read as a whole. */
const backupTimeoutMs = 30 * 60_000
/** The details of the largest events are made in less than a second. */
const eventTimeoutMs = 60_000

interface Call {
  /** Default: POST. */
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
  /** What may be done although the answer is lost, and how to find out. */
  ifLost: string
  /** Default: by the size of the body. */
  maxMs?: number
}

/** Sends one command to the platform that runs with this data folder. @throws Error in plain words */
async function ask(
  dataFolder: string,
  { method = 'POST', path, body, ifLost, maxMs }: Call,
): Promise<unknown> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const missing = () =>
    new NotRunningError(
      `no platform of this user runs with the data folder ${dataFolder}; name it with --data`,
    )
  const lost = () => new NoAnswerError(`the platform did not answer: ${ifLost}`)
  const socket = await socketPathIn(dataFolder, organiserSocket).catch(() =>
    Promise.reject(missing()),
  )
  try {
    await requireOwn(dataFolder, socket.path)
    return await new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(Math.ceil(maxMs ?? timeoutFor(text)))
      const sent = request({ socketPath: socket.path, method, path, signal }, response => {
        let answer = ''
        response.setEncoding('utf8').on('data', part => {
          answer += part
        })
        response.on('error', () => reject(lost()))
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(answer))
          else if (response.statusCode === 409) reject(new Error(errorIn(answer)))
          else reject(new Error(`the platform failed: ${errorIn(answer)}; its log says more`))
        })
      })
      sent.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
        reject(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(code) ? missing() : lost()),
      )
      sent.end(text || undefined)
    })
  } finally {
    await socket.close()
  }
}

/** The message in an answer of `serve.ts` to a failure or a refusal. */
function errorIn(answer: string): string {
  try {
    return String(JSON.parse(answer).error)
  } catch {
    return answer
  }
}

/** Refuses the folder or socket of another user, who would get what is sent. @throws Error in plain words */
export async function requireOwn(dataFolder: string, socketPath?: string): Promise<void> {
  const uid = process.getuid?.()
  const [folder, socket] = await Promise.all([
    stat(dataFolder).catch(() => null),
    socketPath ? lstat(socketPath).catch(() => null) : null,
  ])
  for (const found of [folder, socket])
    if (found && uid !== undefined && found.uid !== uid)
      throw new Error(
        `the data folder ${dataFolder} is of another user (${found.uid}): call it as that user`,
      )
}

export const askToReload = (dataFolder: string) =>
  ask(dataFolder, {
    path: '/reload',
    ifLost: 'it reads the event when it starts; if it runs, reload again',
  }) as Promise<ReloadReport>

/** @param file an absolute path: the platform writes it */
export const askToBackUp = (dataFolder: string, file: string) =>
  ask(dataFolder, {
    path: '/backup',
    body: { file },
    maxMs: backupTimeoutMs,
    ifLost: `the backup is whole if ${file} is there. If the platform has ended, delete ${file}.unfinished and try it again`,
  }) as Promise<Rows>

export const askOrganiser = (dataFolder: string, asked: OrganiserRequest) =>
  ask(dataFolder, {
    path: '/organise',
    body: asked,
    ifLost: asked.isDryRun
      ? 'nothing was done; try it again'
      : `it is not known whether that was done; '${commandNames.organise} log' says it`,
  }) as Promise<OrganiserAnswer>

/**
 * The running event.
 *
 * @param where the data folder, or the address of the platform
 * @param token of `--metrics-token`; an address needs it
 */
export async function askForEvent(where: string, token: string): Promise<RunningEvent> {
  if (!/^https?:/.test(where))
    return (await ask(where, {
      method: 'GET',
      path: '/event',
      ifLost: 'try it again',
    })) as RunningEvent
  if (!URL.canParse(where)) throw new Error(`${where} is not an address`)
  const url = new URL('/v1/organiser/event', where)
  const headers = { authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(eventTimeoutMs)
  const response = await fetch(url, { headers, signal }).catch(error => {
    throw new Error(`${url.origin} does not answer: ${reasonOf(error.cause ?? error)}`)
  })
  if (response.ok) return (await response.json()) as RunningEvent
  throw new Error(
    response.status === 401 || response.status === 403
      ? `${url.origin} wants the token that it was started with (--metrics-token): give it with METRICS_TOKEN`
      : `${url} answered ${response.status}`,
  )
}
