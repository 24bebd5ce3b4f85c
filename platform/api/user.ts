import { Refusal } from '../refusal.ts'
import type { Handlers } from './context.ts'
import { requireAccount, requirePlay } from './rules.ts'

const noVpn = { connected: false, ipv4Address: null }

export const userHandlers: Handlers<'getUser' | 'getStats' | 'getVpnConfig'> = {
  async getUser({ member, vpn, event }) {
    const { id, username, displayName, externalId } = member.user
    const status = (event.current.vpn.enabled && (await vpn?.status(id))) || noVpn
    return { id, username, externalId, displayName, vpn: status }
  },

  async getStats({ member, event, environments, scores }) {
    const { id, displayName, scoreGroup, bannedAt } = requireAccount(member)
    const { scoreGroups, maxEnvironments: maximum } = event.current
    const group = scoreGroups.find(({ slug }) => slug === scoreGroup)
    const { score, challenges = [], hintCosts = 0 } = scores.own(id)
    return {
      accountId: id,
      accountDisplayName: displayName,
      accountHasScoreGroup: scoreGroup !== null,
      scoreGroup,
      ...(group && scoreGroups.length > 1 && { scoreGroupName: group.name }),
      score,
      runningChallenges: {
        maximum,
        running: await environments.running(id),
      },
      completedChallenges: scores.completed(id),
      challenges,
      hintCosts,
      ...(bannedAt && { isBanned: true }),
    }
  },

  async getVpnConfig(context) {
    requirePlay(context)
    if (!context.vpn || !context.event.current.vpn.enabled)
      throw new Refusal('NOT_FOUND', 'this event has no VPN')
    return context.vpn.config(context.member.user.id)
  },
}
