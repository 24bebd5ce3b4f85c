import { useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { pages } from '../../machines/navigation/pages.ts'
import { Wordmark } from '../art/guidon.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { SIDEBAR_ID } from '../sidebar/sidebar.tsx'
import css from './header.module.css'
import { HeaderControls } from './header-controls.tsx'
import { RunningList } from './running-list.tsx'
import { ScoreText } from './score-text.tsx'
import { VpnButton } from './vpn-button.tsx'

export function Header() {
  const { t } = useLingui()
  return (
    <header className={css.header}>
      <span className={css.menu}>
        <IconButton icon="menu" label={t`Menu`} popoverTarget={SIDEBAR_ID} />
      </span>
      <Link href={pages.home.path} className={css.logo} aria-label={t`Guidon, to the home page`}>
        <Wordmark />
      </Link>
      <span className={css.gap} />
      <ScoreText />
      <RunningList />
      <VpnButton />
      <div className={css.wide}>
        <HeaderControls />
      </div>
    </header>
  )
}
