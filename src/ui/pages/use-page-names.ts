import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { GeneralPage } from '../../machines/navigation/general.ts'

/** What the pages with links of their own are called. */
export function usePageNames(): Record<GeneralPage, string> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      home: t`Home`,
      ownTeam: t`Your team`,
      scoreboard: t`Scoreboard`,
      solvesCalendar: t`Flag Calendar`,
      flugzeug: t`Flugzeug VM`,
    }),
    [t],
  )
}
