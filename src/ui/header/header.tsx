import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isReady } from '../../machines/app/selectors.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Link } from '../controls/link.tsx'
import { EventMark } from '../event/event-mark.tsx'
import { useBrand } from '../event/use-event.ts'
import { Bell } from './bell.tsx'
import { EventTime } from './event-time.tsx'
import css from './header.module.css'
import { HeaderControls } from './header-controls.tsx'
import { RunningList } from './running-list.tsx'
import { ScoreText } from './score-text.tsx'
import { VpnButton } from './vpn-button.tsx'

/** The id of the sidebar, which is the menu of a small screen. */
export const MENU_ID = 'menu'

export function Header() {
  const { t } = useLingui()
  const { name } = useBrand()
  const { event } = useSignedIn()
  const ready = useSelector(useApp(), isReady)
  return (
    <header className={css.header}>
      <span className={css.menu}>
        <IconButton icon="menu" label={t`Menu`} popoverTarget={MENU_ID} />
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
