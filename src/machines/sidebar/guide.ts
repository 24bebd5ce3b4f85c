import type { AccountStats } from '../../api/contract.ts'
import type { GuidePart } from './events.ts'
import type { SidebarPreferences } from './machine.ts'

/** Home's texts fold away with the first flag, unless the user chose otherwise. */
export function isGuideOpen(
  { guide }: SidebarPreferences,
  part: GuidePart,
  stats: Pick<AccountStats, 'score'> | undefined,
): boolean {
  const choice = guide[part]
  if (choice) return choice === 'open'
  return (stats?.score.numSolvedFlags ?? 0) === 0
}
