import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isReadOnly } from '../../machines/home/selectors.ts'
import { UnreadAnnouncements } from '../announcements/unread-announcements.tsx'
import { useApp, useLoaded } from '../app-context.tsx'
import { EventLinks } from '../event/event-links.tsx'
import { useOffersVpn } from '../event/use-offers-vpn.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { DesktopNotice } from './desktop-notice.tsx'
import { FoldingPanel } from './folding-panel.tsx'
import css from './home.module.css'
import { BannedNotice } from './overview/banned-notice.tsx'
import { OtherGroupNotice } from './overview/other-group-notice.tsx'
import { Overview } from './overview/overview.tsx'
import { RunningNow } from './running-now.tsx'
import { Standing } from './standing.tsx'
import { useHowTo, useRules } from './use-play-texts.ts'
import { VpnNotice } from './vpn-notice.tsx'

/** Rules of more characters are higher than a window. */
const LONG = 3_000

/** Shown from the start of the CTF to the end of the post play. */
export function PlayStep() {
  const { t } = useLingui()
  const howTo = useHowTo()
  const rules = useRules()
  const readOnly = useSelector(useLoaded('home'), isReadOnly)
  const banned = useSelector(useApp(), snapshot => snapshot.context.facts.isBanned)
  const offersVpn = useOffersVpn()
  const canPlay = !readOnly && !banned
  return (
    <div className={css.play}>
      <div className={css.standing}>
        <Standing />
        <RunningNow />
      </div>
      <div className={css.step}>
        {banned && <BannedNotice />}
        <OtherGroupNotice />
        <div className={css.pair}>
          {canPlay && (
            <FoldingPanel part="howTo" title={t`How to play`} icon="flag">
              <Markdown text={howTo} topHeading={3} />
            </FoldingPanel>
          )}
          <FoldingPanel part="rules" title={t`Rules`} icon="info" isLong={rules.length > LONG}>
            <Markdown text={rules} topHeading={3} />
            <EventLinks />
          </FoldingPanel>
        </div>
        {!banned && <Overview />}
      </div>
      <div className={css.notices}>
        {canPlay && (
          <>
            {offersVpn && <VpnNotice />}
            <DesktopNotice />
          </>
        )}
        {/* Their data arrives last. Here they move nothing when they appear. */}
        <UnreadAnnouncements />
      </div>
    </div>
  )
}
