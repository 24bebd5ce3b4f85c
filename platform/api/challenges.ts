import { Refusal } from '../refusal.ts'
import type { Handlers } from './context.ts'
import { fileLink } from './files.ts'
import { requireChallenge, requirePlay } from './rules.ts'

type ChallengeCall =
  | 'listCategories'
  | 'getCategory'
  | 'listChallenges'
  | 'getChallenge'
  | 'getScore'

export const challengeCalls: Handlers<ChallengeCall> = {
  async listCategories(context) {
    requirePlay(context)
    return context.event.current.categories
  },

  async getCategory(context) {
    requirePlay(context)
    const { slug } = context.params
    const found = context.event.current.categories.find(category => category.slug === slug)
    if (!found) throw new Refusal('NOT_FOUND', `there is no category ${slug}`)
    return found
  },

  async listChallenges(context) {
    requirePlay(context)
    return context.event.current.challenges.map(
      ({ categorySlug, slug, name, order, difficulty }) => ({
        categorySlug,
        slug,
        name,
        order,
        difficulty,
      }),
    )
  },

  async getChallenge(context) {
    requirePlay(context)
    const challenge = requireChallenge(context, context.params)
    const { categorySlug, slug, name, order, difficulty, description } = challenge
    return {
      categorySlug,
      slug,
      name,
      order,
      difficulty,
      description,
      hasEnvironment: challenge.environment !== null,
      canBeStarted: challenge.environment !== null && context.environments.canStart(challenge),
      staticFilesArchiveUrl: challenge.files.length > 0 ? fileLink(context, challenge) : null,
    }
  },

  async getScore(context) {
    const account = requirePlay(context)
    return context.scores.challenge(account.id, requireChallenge(context, context.params))
  },
}
