import type { ChallengeRef } from '../../src/api/contract.ts'
import type { ChallengeDefinition, EventDefinition, RowName } from './model.ts'

/** A text that identifies a challenge for ever, for maps, logs and proofs. */
export const rowKey = ({ category, slug }: RowName) => `${category}/${slug}`

/** A challenge by the names that paths and organisers use. They may change with the event's files. */
type Named = Pick<ChallengeDefinition, 'categorySlug' | 'slug'>

/** A text that identifies a challenge in this version of the event. */
export const slugPath = ({ categorySlug, slug }: Named) => `${categorySlug}/${slug}`

/** The same, of a challenge as the wire names it. */
export const pathOfRef = ({ categorySlug, challengeSlug }: ChallengeRef) =>
  slugPath({ categorySlug, slug: challengeSlug })

/** A challenge as the wire names it. */
export const refOf = ({ categorySlug, slug }: Named): ChallengeRef => ({
  categorySlug,
  challengeSlug: slug,
})

export const isRefOf = (ref: ChallengeRef, { categorySlug, slug }: Named) =>
  ref.categorySlug === categorySlug && ref.challengeSlug === slug

type Challenges = Pick<EventDefinition, 'challenges'>

/** A challenge of the event, by the name in rows. */
export const findByRow = (
  { challenges }: Challenges,
  row: Readonly<RowName>,
): ChallengeDefinition | undefined => {
  const key = rowKey(row)
  return challenges.find(({ rowName }) => rowKey(rowName) === key)
}

/** The present names of the challenge of a row. One that was withdrawn has those of the row. */
const namedInRow = (event: Challenges, row: Readonly<RowName>): Named =>
  findByRow(event, row) ?? { categorySlug: row.category, slug: row.slug }

export const refOfRow = (event: Challenges, row: Readonly<RowName>): ChallengeRef =>
  refOf(namedInRow(event, row))

export const pathOfRow = (event: Challenges, row: Readonly<RowName>) =>
  slugPath(namedInRow(event, row))

export const findByRef = (
  { challenges }: Challenges,
  ref: ChallengeRef,
): ChallengeDefinition | undefined => challenges.find(one => isRefOf(ref, one))

/** The challenge that an address leads to: its own one, or one that it had before it was renamed. */
export const findByAddress = (
  event: Challenges,
  ref: ChallengeRef,
): ChallengeDefinition | undefined =>
  findByRef(event, ref) ??
  event.challenges.find(({ formerNames }) => formerNames?.some(one => isRefOf(ref, one)))

/** More than the addresses that somebody still has. */
const maxFormerNames = 20

/** The names that a challenge had, if it was `before` and is `now`. */
export const formerNamesOf = (
  before: Named & Pick<ChallengeDefinition, 'formerNames'>,
  now: Named,
): Named[] =>
  [{ categorySlug: before.categorySlug, slug: before.slug }, ...(before.formerNames ?? [])]
    .filter(one => slugPath(one) !== slugPath(now))
    .slice(0, maxFormerNames)
