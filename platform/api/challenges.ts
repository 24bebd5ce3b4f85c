import { isRefOf, refOf } from '../event/challenge-key.ts'
import type { ChallengeDefinition, Handout } from '../event/model.ts'
import { Refusal } from '../refusal.ts'
import type { Handlers, Services } from './context.ts'
import { requireUnlocked } from './extensions/requirements.ts'
import { fileLink, pictureLink } from './files.ts'
import { requireChallenge, requirePlay } from './rules.ts'

type ChallengeCall =
  | 'listCategories'
  | 'getCategory'
  | 'listChallenges'
  | 'getChallenge'
  | 'getScore'

export const challengeHandlers: Handlers<ChallengeCall> = {
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
    const { id, scoreGroup } = requirePlay(context)
    return context.scores.challenges(scoreGroup, id)
  },

  async getChallenge(context) {
    const { id, scoreGroup } = requirePlay(context)
    const challenge = requireChallenge(context, context.params)
    await requireUnlocked(context, id, challenge)
    const { categorySlug, slug, name, order, difficulty, description, hints } = challenge
    const ref = refOf(challenge)
    return {
      categorySlug,
      slug,
      name,
      order,
      difficulty,
      ...context.scores.challenges(scoreGroup, id).find(one => isRefOf(ref, one)),
      description,
      hints: hints.map(({ text, ...hint }) => {
        const isOpen = hint.cost === 0 || context.scores.hasHint(id, challenge, hint.id)
        return isOpen ? { ...hint, text } : hint
      }),
      files: challenge.files.map(file => describe(context, challenge, file)),
      hasEnvironment: challenge.environment !== null,
      canBeStarted: challenge.environment !== null && context.environments.supports(challenge),
      staticFilesArchiveUrl: challenge.files.length > 0 ? fileLink(context, challenge) : null,
    }
  },

  async getScore(context) {
    const account = requirePlay(context)
    return context.scores.challenge(account.id, requireChallenge(context, context.params))
  },
}

function describe(services: Services, challenge: ChallengeDefinition, file: Handout) {
  const { name, bytes, picture } = file
  const url = pictureLink(services, challenge, file)
  if (!picture || url === null) return { name, bytes }
  return { name, bytes, url, width: picture.width, height: picture.height }
}
