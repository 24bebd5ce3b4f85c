import type { Category, ChallengeListItem, ChallengeRef } from '../api/contract.ts'

/** The event's categories and challenges. */
export interface Catalogue {
  readonly categories: readonly Category[]
  readonly challenges: readonly ChallengeListItem[]
}

/** The challenge that an entry of the catalogue lists. */
export const refOf = ({
  categorySlug,
  slug,
}: Pick<ChallengeListItem, 'categorySlug' | 'slug'>): ChallengeRef => ({
  categorySlug,
  challengeSlug: slug,
})

/** A text that identifies a challenge, for maps, ids and lists. */
export const challengeKey = ({ categorySlug, challengeSlug }: ChallengeRef) =>
  `${categorySlug}/${challengeSlug}`

export const sameChallenge = (a: ChallengeRef, b: ChallengeRef) =>
  a.categorySlug === b.categorySlug && a.challengeSlug === b.challengeSlug

export const hasChallenge = (list: readonly ChallengeRef[] | undefined, challenge: ChallengeRef) =>
  list?.some(one => sameChallenge(one, challenge)) ?? false

/** The challenges that an account must still solve before this one is unlocked. */
export const missingFor = (
  { requires = [] }: Pick<ChallengeListItem, 'requires'>,
  completed: readonly ChallengeRef[] | undefined,
) => requires.filter(one => !hasChallenge(completed, one))

/** Whether both lists have the same challenges, in any order. */
export const sameChallenges = (a: readonly ChallengeRef[], b: readonly ChallengeRef[]) =>
  a.length === b.length && a.every(one => hasChallenge(b, one))

/** A challenge's entry in the catalogue. Undefined if there is none, or if the catalogue is not loaded. */
export const entryOf = (catalogue: Catalogue | undefined, challenge: ChallengeRef) =>
  catalogue?.challenges.find(one => sameChallenge(refOf(one), challenge))

/** A challenge's name: that of the catalogue, else its own one, else its slug. */
export const challengeNameIn = (
  catalogue: Catalogue | undefined,
  challenge: ChallengeRef & { readonly name?: string | undefined },
) => entryOf(catalogue, challenge)?.name ?? challenge.name ?? challenge.challengeSlug

/** The name of a challenge's category; its slug if it is not in the catalogue. */
export const categoryNameIn = (
  catalogue: Catalogue | undefined,
  { categorySlug }: Pick<ChallengeRef, 'categorySlug'>,
) => catalogue?.categories.find(({ slug }) => slug === categorySlug)?.name ?? categorySlug

/** The parameters of a challenge's calls. */
export const paramsOf = ({ categorySlug, challengeSlug }: ChallengeRef) => ({
  category: categorySlug,
  slug: challengeSlug,
})
