import type { ChallengeRef } from '../../src/api/contract.ts'
import type { ChallengeDefinition, EventDefinition, RowName } from './model.ts'

/** A text that identifies a challenge for ever, for maps, logs and proofs. */
export const challengeKey = ({ category, slug }: RowName) => `${category}/${slug}`

/** A text that identifies a challenge in this version of the event: as paths and organisers name it. */
export const challengePath = ({
  categorySlug,
  slug,
}: Pick<ChallengeDefinition, 'categorySlug' | 'slug'>) => `${categorySlug}/${slug}`

type Challenges = Pick<EventDefinition, 'challenges'>

/** A challenge of the event, by the name in rows. */
export const findByRow = (
  { challenges }: Challenges,
  row: Readonly<RowName>,
): ChallengeDefinition | undefined => {
  const key = challengeKey(row)
  return challenges.find(({ rowName }) => challengeKey(rowName) === key)
}

/** What paths call the challenge of a row; one that was withdrawn is called as in the row. */
export function challengeRef(event: Challenges, row: Readonly<RowName>): ChallengeRef {
  const { categorySlug, slug } = findByRow(event, row) ?? {
    categorySlug: row.category,
    slug: row.slug,
  }
  return { categorySlug, challengeSlug: slug }
}

/** A challenge of the event, by the names in paths. */
export const findByPath = (
  { challenges }: Challenges,
  { category, slug }: { readonly category: string; readonly slug: string },
): ChallengeDefinition | undefined =>
  challenges.find(one => one.categorySlug === category && one.slug === slug)
