import { Refusal } from '../refusal.ts'
import type { Handlers, Services } from './context.ts'
import { requireAccount, requirePlay } from './rules.ts'

const noVpn = { connected: false, ipv4Address: null, isOffered: false }

/** Null: the event has none. */
const vpnOf = ({ vpn, event }: Pick<Services, 'vpn' | 'event'>) =>
  event.current.vpn.enabled ? vpn : null

export const userHandlers: Handlers<'getUser' | 'getStats' | 'getVpnConfig'> = {
  async getUser(context) {
    const { id, username, displayName, externalId } = context.member.user
    const status = (await vpnOf(context)?.status(id)) ?? noVpn
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
    const vpn = vpnOf(context)
    if (!vpn) throw new Refusal('NOT_FOUND', 'this event has no VPN')
    return vpn.config(context.member.user.id)
  },
}
