import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { canPlay } from '../../domain/facts.ts'
import { isReady } from '../../machines/app/selectors.ts'
import { useApp } from '../app-context.tsx'
import { MENU_ID } from '../header/header.tsx'
import { HeaderControls } from '../header/header-controls.tsx'
import { closePopover } from '../layout/close-popovers.ts'
import { scrollToLink } from './scroll-to-link.ts'
import css from './sidebar.module.css'
import { SidebarChallenges } from './sidebar-challenges.tsx'
import { SidebarGeneral } from './sidebar-general.tsx'
import { useAreLinksKnown } from './use-are-links-known.ts'

const CURRENT = 'a[aria-current]'

/** Stands beside the content if there is room. Otherwise it is a menu that the header opens. */
export function Sidebar() {
  const { t } = useLingui()
  const app = useApp()
  const ready = useSelector(app, isReady)
  const showsChallenges = useSelector(app, snapshot => canPlay(snapshot.context.facts))
  const areLinksKnown = useAreLinksKnown()
  return (
    <div
      id={MENU_ID}
      popover="auto"
      className={css.sidebar}
      onClickCapture={closePopover}
      onToggle={({ currentTarget }) => scrollToLink(currentTarget.querySelector(CURRENT))}
    >
      <nav
        aria-label={t`Pages and challenges`}
        className={css.nav}
        aria-busy={!ready || (showsChallenges && !areLinksKnown)}
      >
        {/* All links at once: each that came later would push those below it down. */}
        {ready && <SidebarGeneral />}
        {ready && showsChallenges && <SidebarChallenges />}
      </nav>
      <section className={css.controls} aria-label={t`Settings`}>
        <HeaderControls />
      </section>
      <footer className={css.footer}>
        <Trans>Powered by Guidon</Trans>
      </footer>
    </div>
  )
}
