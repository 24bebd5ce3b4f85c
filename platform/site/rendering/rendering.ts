import { access, constants as modes } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import * as v from 'valibot'
import { everyLanguage } from '../../../src/domain/languages.ts'
import { refusalReply } from '../../api/call-reply.ts'
import { errorReply } from '../../api/error-reply.ts'
import { readBodyText } from '../../api/read-body.ts'
import type { Clock } from '../../clock.ts'
import {
  type AnswerRequest,
  credentialsOf,
  type HttpReply,
  type HttpRequest,
} from '../../http/message.ts'
import type { Log } from '../../log.ts'
import { choosePacked } from '../site.ts'
import { createRenderer, type Read, type Renderer } from './renderer.ts'

export interface RenderingOptions {
  /** The built app. */
  folder: string
  api: AnswerRequest
  origin: string
  clock: Clock
  log: Log
}

/** Renders the first page of users who are signed in. */
export interface Rendering extends Pick<Renderer, 'prepare' | 'close'> {
  /** @param config the text of the page's block `app-config` */
  answer(request: HttpRequest, config: string): Promise<HttpReply>
}

const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
const maxOffset = 14 * 60
const View = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    path: v.pipe(text(500), v.regex(/^\/(?![/\\])[^?#]*$/)),
    language: v.picklist(everyLanguage),
    region: text(50),
    offset: v.pipe(v.number(), v.integer(), v.minValue(-maxOffset), v.maxValue(maxOffset)),
    stored: v.record(text(100), text(10_000)),
  }),
)

/** In characters. With a longer answer, browsers render the page faster themselves. */
const maxAnswerLength = 300_000
const noStore = { 'cache-control': 'no-store' }

/** Null: the built app has nothing that renders pages. */
export async function createRendering(options: RenderingOptions): Promise<Rendering | null> {
  const file = join(options.folder, '.renderer', 'render-page.mjs')
  const reason = await access(file, modes.R_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  )
  // A folder of another build than this repository's has none, and needs no warning.
  if (reason && reason.code !== 'ENOENT')
    options.log.warn(
      { err: reason },
      'pages are not rendered here: what renders them cannot be read',
    )
  if (reason) return null
  const renderer = createRenderer({ ...options, file })
  const { prepare, close } = renderer
  return { answer: createAnswer(renderer, options), prepare, close }
}

/**
 * Answers with the page of a user as HTML, rendered from the answers of the API to this user. It answers 204 if that
 * is not possible now: browsers render each page themselves anyway.
 */
function createAnswer(
  renderer: Renderer,
  { api, origin, clock, log }: RenderingOptions,
): Rendering['answer'] {
  /** Whose pages are being rendered, by their bearer token: one page of each at a time. */
  const busy = new Set<string>()

  return (request, config) => answer(request, config).catch(error => errorReply(error, log))

  async function answer(request: HttpRequest, config: string): Promise<HttpReply> {
    if (request.method !== 'POST')
      return refusalReply('VALIDATION_FAILED', 'only POST is answered here', { status: 405 })
    const token = credentialsOf(request, 'bearer')
    if (!token) return refusalReply('NOT_AUTHORIZED', 'a bearer token is missing')
    const view = v.safeParse(View, await readBodyText(request.body, clock))
    if (!view.success) return refusalReply('VALIDATION_FAILED', problemOf(view.issues[0]))
    if (busy.has(token)) return none()
    busy.add(token)
    try {
      const read = readerFor(request)
      // Only signed-in users may use processor time.
      const user = await read(`${origin}/v1/user`)
      if (user?.status !== 200)
        return refusalReply('NOT_AUTHORIZED', 'the bearer token is not valid')
      const html = await renderer.render({ ...view.output, config, now: clock.now() }, read)
      return html === null ? none() : pack(request, html)
    } finally {
      busy.delete(token)
    }
  }

  /** Reads as the user who sent the request, and only what the API answers at once. */
  function readerFor({ header, address }: HttpRequest): Read {
    const authorization = header('authorization')
    return async target => {
      const url = URL.parse(target)
      if (url?.origin !== origin || !url.pathname.startsWith('/v1/')) return null
      const { status, body } = await api({
        method: 'GET',
        url,
        header: name => (name === 'authorization' ? authorization : undefined),
        address,
        body: null,
      })
      if (body !== null && typeof body !== 'string') return null
      if (body && body.length > maxAnswerLength) return null
      return { status, body: body ?? '' }
    }
  }
}

const problemOf = (issue: v.BaseIssue<unknown>) =>
  `${v.getDotPath(issue) ?? 'the body'} does not fit: ${issue.message}`

const none = (): HttpReply => ({ status: 204, headers: noStore, body: null })

const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 }
/** The smallest first. */
const packers = [
  {
    encoding: 'br',
    pack: (html: string) => promisify(brotliCompress)(html, { params: brotliParams }),
  },
  { encoding: 'gzip', pack: (html: string) => promisify(gzip)(html, { level: 4 }) },
]

/** As text, so that nobody can open it as a page. */
async function pack(request: HttpRequest, html: string): Promise<HttpReply> {
  const chosen = choosePacked(request, packers)
  const headers = { 'content-type': 'text/plain; charset=utf-8', ...noStore }
  if (!chosen) return { status: 200, headers, body: html }
  return {
    status: 200,
    headers: { ...headers, 'content-encoding': chosen.encoding },
    body: await chosen.pack(html),
  }
}
