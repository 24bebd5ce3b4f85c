import { stringify } from 'yaml'
import type { PlannedChange } from '../../../platform/organiser/command.ts'
import type { OrganiserAnswer } from '../../../platform/organiser/organiser.ts'
import type { See } from '../../../scripts/organise/export.ts'
import type { TestPlatform } from '../start-platform.ts'

const challenge = (name: string, more: object = {}) => ({
  name,
  category: 'Web',
  description: 'Fly.',
  value: 100,
  flags: [`F{${name}}`],
  author: 'us',
  type: 'standard',
  ...more,
})

/** Three challenges: Two requires One, and each solve lowers the value of One. */
export const files = (settings: object) => ({
  'event.yaml': stringify({ flagPrefix: 'F', ...settings }),
  'one/challenge.yml': stringify(
    challenge('One', {
      type: 'dynamic',
      extra: { initial: 100, decay: 10, minimum: 10, function: 'linear' },
    }),
  ),
  'two/challenge.yml': stringify(challenge('Two', { requirements: ['One'] })),
  'three/challenge.yml': stringify(challenge('Three')),
})

export interface Played {
  solve(slug: string, flag: string): Promise<unknown>
  slugs(): Promise<string[]>
  points(): Promise<number>
  call: Awaited<ReturnType<TestPlatform['as']>>
}

/** What one participant sees. */
export async function play(platform: TestPlatform, username: string): Promise<Played> {
  const call = await platform.as(username)
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return {
    call,
    async solve(slug, flag) {
      const { body } = await call('POST', `/v1/challenges/${slug}/solve?category=web`, { flag })
      return body.status ?? body.code
    },
    async slugs() {
      const { body } = await call('GET', '/v1/challenges')
      return body.map((one: { slug: string }) => one.slug)
    },
    points: async () => (await call('GET', '/v1/user/stats')).body.score.points,
  }
}

export const changesOf = (answer: OrganiserAnswer): PlannedChange[] => {
  if ('changes' in answer) return answer.changes
  throw new Error(JSON.stringify(answer))
}

/** What a command shows, as a program receives it. */
export const seeingAt =
  (platform: () => TestPlatform): See =>
  async (command, input) => {
    const answer = await platform().composition.organiser.run({ command, input, who: 'olga' })
    if (answer.kind !== 'seen') throw new Error(JSON.stringify(answer))
    return JSON.parse(JSON.stringify(answer.data))
  }
