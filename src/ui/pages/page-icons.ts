import type { GeneralPage } from '../../machines/navigation/general.ts'
import type { IconName } from '../art/icon.tsx'

export const pageIcons: Record<GeneralPage, IconName> = {
  home: 'home',
  ownTeam: 'team',
  scoreboard: 'trophy',
  solvesCalendar: 'calendar',
  flugzeug: 'plane',
}
