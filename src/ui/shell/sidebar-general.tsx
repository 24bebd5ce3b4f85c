import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { canSeeScores, canUseFlugzeug, type Facts, isTeamMissing } from '../../machines/facts.ts'
import { type Page, paths } from '../../machines/navigation/pages.ts'
import { useApp } from '../app-context.tsx'
import { Icon, type IconName } from '../art/Icon.tsx'
import css from './sidebar.module.css'
import { SidebarLink } from './sidebar-link.tsx'

type Target = Extract<
  Page['name'],
  'home' | 'ownTeam' | 'scoreboard' | 'solvesCalendar' | 'flugzeug'
>

const links: readonly { page: Target; icon: IconName; isShown: (facts: Facts) => boolean }[] = [
  { page: 'home', icon: 'home', isShown: () => true },
  { page: 'ownTeam', icon: 'team', isShown: facts => facts.teamMode && !isTeamMissing(facts) },
  { page: 'scoreboard', icon: 'trophy', isShown: canSeeScores },
  { page: 'solvesCalendar', icon: 'calendar', isShown: canSeeScores },
  { page: 'flugzeug', icon: 'plane', isShown: canUseFlugzeug },
]

export function SidebarGeneral() {
  const { t } = useLingui()
  const app = useApp()
  const facts = useSelector(app, snapshot => snapshot.context.facts)
  const current = useSelector(app, snapshot => snapshot.context.page?.name)
  const names: Record<Target, string> = {
    home: t`Home`,
    ownTeam: t`Your team`,
    scoreboard: t`Scoreboard`,
    solvesCalendar: t`Flag Calendar`,
    flugzeug: t`Flugzeug VM`,
  }
  return (
    <section className={css.group}>
      <h2 className={css.heading}>
        <Trans>General</Trans>
      </h2>
      <ul className={css.links}>
        {links
          .filter(link => link.isShown(facts))
          .map(({ page, icon }) => (
            <SidebarLink
              key={page}
              href={paths[page]}
              isCurrent={page === current}
              icon={<Icon name={icon} size="1.125rem" />}
            >
              {names[page]}
            </SidebarLink>
          ))}
      </ul>
    </section>
  )
}
