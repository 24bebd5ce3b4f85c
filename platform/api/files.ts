import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import { archive } from '../event/handouts/archive.ts'
import type { ChallengeDefinition, Handout } from '../event/model.ts'
import type { HttpReply, HttpRequest } from '../http/message.ts'
import { partialReply } from '../http/partial-reply.ts'
import { Refusal } from '../refusal.ts'
import { isSameSecret, type Secrets, sign } from '../secret.ts'
import { type PictureLink, showPicture } from './extensions/picture.ts'
import { requireChallenge, requireNotOver, requireStarted } from './rules.ts'

interface Needs {
  event: CurrentEvent
  secrets: Pick<Secrets, 'files'>
  clock: Clock
}

const hour = 60 * 60_000
const maxValidMs = 3 * hour
export const filesPath = '/v1/files'

/** A link to a challenge's files. */
export function fileLink(needs: Needs, { categorySlug, slug }: ChallengeDefinition) {
  return signed(needs, `${pathOf(categorySlug, slug)}.zip`)
}

/** A link to one of them, if texts may show it. */
export function pictureLink(
  needs: Needs,
  { categorySlug, slug }: ChallengeDefinition,
  { name, picture }: Handout,
) {
  if (!picture) return null
  return `${signed(needs, pathOf(categorySlug, slug, ...name.split('/')))}&tag=${picture.tag}`
}

const pathOf = (...steps: string[]) => [filesPath, ...steps.map(encodeURIComponent)].join('/')

/**
 * A browser opens a link without a token, so the link itself is signed. It changes every hour, so that the
 * answers of polls do not change in between, and is valid for at least two hours.
 */
function signed({ secrets, clock }: Needs, path: string) {
  const expires = (Math.floor(clock.now() / hour) + 3) * hour
  return `${path}?expires=${expires}&signature=${sign(secrets.files, `${path}\n${expires}`)}`
}

/** Answers the links of `fileLink` and `pictureLink`. */
export async function downloadFiles(needs: Needs, request: HttpRequest): Promise<HttpReply> {
  const { pathname, searchParams } = request.url
  const expires = searchParams.get('expires') ?? ''
  const signature = searchParams.get('signature') ?? ''
  const isOurs = isSameSecret(signature, sign(needs.secrets.files, `${pathname}\n${expires}`))
  const left = Number(expires) - needs.clock.now()
  // If it is valid for longer, the clock has been set back.
  if (!isOurs || left < 0 || left > maxValidMs)
    throw new Refusal('NOT_FOUND', 'this link is too old: load the challenge again')

  const now = new Date(needs.clock.now())
  requireStarted(needs.event.current, now)
  requireNotOver(needs.event.current, now)
  const steps = pathname.slice(filesPath.length + 1).split('/')
  const [category = '', slug = '', ...name] = steps.map(decodeURIComponent)
  if (name.length === 0) {
    const challenge = requireChallenge(needs, { category, slug: slug.replace(/\.zip$/, '') })
    return partialReply(request, await archive(challenge))
  }
  const link: PictureLink = { name: name.join('/'), tag: searchParams.get('tag'), forMs: left }
  return showPicture(requireChallenge(needs, { category, slug }), link)
}
