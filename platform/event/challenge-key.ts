import type { ChallengeDefinition, EventDefinition } from './model.ts'

type Named = Pick<ChallengeDefinition, 'categorySlug' | 'slug'>

/** A text that identifies a challenge, for maps and logs. */
export const challengeKey = ({ categorySlug, slug }: Named) => `${categorySlug}/${slug}`

/** A challenge of the event, by the names in rows and paths. */
export const findChallenge = (
  { challenges }: Pick<EventDefinition, 'challenges'>,
  { category, slug }: { readonly category: string; readonly slug: string },
): ChallengeDefinition | undefined =>
  challenges.find(one => one.categorySlug === category && one.slug === slug)
