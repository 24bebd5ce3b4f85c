import { decodePart } from '../../domain/text/decode-part.ts'
import { trimPasted } from '../../domain/text/trim-pasted.ts'
import { invitationStart } from './pages.ts'

/** Where a link leads that invites to a team. */
export const invitationPath = (joinToken: string) => invitationStart + encodeURIComponent(joinToken)

/** The join token in what a user pasted: the token alone, or a link that invites. */
export function joinTokenIn(text: string): string {
  const given = trimPasted(text)
  const [, token] = given.split(invitationStart)
  return token === undefined ? given : decodePart(token)
}
