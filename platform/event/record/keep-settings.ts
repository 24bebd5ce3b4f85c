import type { EventSettings } from '../event-file.ts'
import type { Problem } from '../model.ts'
import { timeText } from '../times.ts'
import { plural } from './plural.ts'
import type { EventRecord } from './record.ts'

/**
 * The settings, without changes that would break what is there: teams, the score groups that accounts chose, flags that
 * environments already have, addresses that devices have. A problem names each, and times that leave solves outside.
 */
export function keepSettings(
  settings: EventSettings,
  { settings: before, inUse }: EventRecord,
  problems: Problem[],
): EventSettings {
  if (!before) return settings
  const keep = (field: string, message: string) =>
    void problems.push({ severity: 'kept', file: 'event.yaml', line: null, field, message })
  const event = { ...settings.event }
  const warn = (field: string, message: string) =>
    void problems.push({ severity: 'warning', file: 'event.yaml', line: null, field, message })
  const { firstSolve, firstLateSolve } = inUse
  if (firstSolve && firstSolve < event.start)
    warn(
      'start',
      `is after the first solve, at ${timeText(firstSolve)}: solves before the start keep their points`,
    )
  if (firstLateSolve && firstLateSolve < event.end)
    warn(
      'end',
      `is later than before, but flags from ${timeText(firstLateSolve)} on came after the end, and stay without points; to count them, write the old end, reload, and give the command 'extend'`,
    )

  if (event.teamMode !== before.teamMode && inUse.accounts > 0) {
    keep(
      'teamMode',
      `stays ${before.teamMode}: ${plural(inUse.accounts, 'account')} ${inUse.accounts === 1 ? 'plays' : 'play'}; another mode needs another --data`,
    )
    event.teamMode = before.teamMode
  }
  const gone = before.scoreGroups.filter(
    ({ slug }) =>
      (inUse.groups.get(slug) ?? 0) > 0 && !event.scoreGroups.some(one => one.slug === slug),
  )
  for (const { slug, name } of gone)
    keep(
      'scoreGroups',
      `'${name}' stays: ${plural(inUse.groups.get(slug) ?? 0, 'account')} chose it; to rename it, give its new name 'slug: ${slug}'`,
    )
  event.scoreGroups = [...event.scoreGroups, ...gone]
  if (event.flagPrefix !== before.flagPrefix && inUse.environments > 0) {
    keep(
      'flagPrefix',
      `stays ${before.flagPrefix}: ${plural(inUse.environments, 'environment')} may have flags of it; stop them first`,
    )
    event.flagPrefix = before.flagPrefix
  }
  if (event.vpn.pool !== before.vpnPool && inUse.vpnPeers > 0) {
    keep(
      'vpn.pool',
      `stays ${before.vpnPool}: ${plural(inUse.vpnPeers, 'user')} ${inUse.vpnPeers === 1 ? 'has an address' : 'have addresses'} of it`,
    )
    event.vpn = { ...event.vpn, pool: before.vpnPool }
  }
  return { ...settings, event }
}
