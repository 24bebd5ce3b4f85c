import { bodyOf, contentOf, stateOf } from '../../event/handouts/handout-file.ts'
import type { ChallengeDefinition } from '../../event/model.ts'
import type { HttpReply } from '../../http/message.ts'
import { Refusal } from '../../refusal.ts'

/** What a link to a picture says. */
export interface PictureLink {
  /** The path of the file, as in the archive. */
  name: string
  /** The tag that the picture had when the link was made; null: the link has none. */
  tag: string | null
  /** How long the link is still valid, in milliseconds. */
  forMs: number
}

/**
 * A picture of the challenge's files, for an `img` of the page only.
 *
 * @throws Refusal if there is no such picture, or the file has changed
 */
export async function showPicture(
  { files }: ChallengeDefinition,
  { name, tag, forMs }: PictureLink,
): Promise<HttpReply> {
  const file = files.find(one => one.name === name)
  if (!file?.picture) throw new Refusal('NOT_FOUND', 'there is no such picture')
  // The file may have been replaced since the event was loaded.
  const state = await stateOf(file.path).catch(() => null)
  if (state?.size !== file.bytes) throw new Refusal('NOT_FOUND', 'this picture has changed')
  const isThis = tag === file.picture.tag
  return {
    status: 200,
    headers: {
      'content-type': file.picture.type,
      'content-length': String(state.size),
      'cache-control': isThis
        ? `private, max-age=${Math.floor(forMs / 1000)}, immutable`
        : 'private, no-cache',
      // If the bytes are opened by themselves, they must not act as a page of this site, whatever they are.
      'content-security-policy': "default-src 'none'; sandbox",
      // The app may be served by another site.
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: bodyOf(contentOf(file.path, state)),
  }
}
