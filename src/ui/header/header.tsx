import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { isReady } from '../../machines/app/selectors.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { Bell } from '../announcements/bell.tsx'
import { useApp, useSignedIn } from '../app-context.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { EventMark } from '../event/event-mark.tsx'
import { useBrand } from '../event/use-event.ts'
import { SIDEBAR_ID } from '../sidebar/sidebar.tsx'
import { EventTime } from './event-time.tsx'
import css from './header.module.css'
import { HeaderControls } from './header-controls.tsx'
import { RunningList } from './running-list.tsx'
import { ScoreText } from './score-text.tsx'
import { VpnButton } from './vpn-button.tsx'

export function Header() {
  const { t } = useLingui()
  const { name } = useBrand()
  const { event } = useSignedIn()
  const ready = useSelector(useApp(), isReady)
  return (
    <header className={css.header}>
      <span className={css.menu}>
        <IconButton icon="menu" label={t`Menu`} popoverTarget={SIDEBAR_ID} />
      </span>
      <Link href={pages.home.path} className={css.logo} aria-label={t`${name}, to the home page`}>
        <EventMark />
      </Link>
      <span className={css.gap} />
      {/* All at once: each that came later would push those before it aside. */}
      {ready && (
        <>
          <div className={css.facts}>
            <EventTime event={event} />
            <ScoreText />
          </div>
          <RunningList />
          <Bell />
          <VpnButton />
        </>
      )}
      <div className={css.wide}>
        <HeaderControls />
      </div>
    </header>
  )
}
