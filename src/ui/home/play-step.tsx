import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { canUseDesktop } from '../../machines/home/selectors.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { useSignedIn } from '../app-context.tsx'
import { LinkButton } from '../controls/link-button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { cx } from '../layout/cx.ts'
import { Panel } from '../layout/panel.tsx'
import { Markdown } from '../text/markdown.tsx'
import css from './home.module.css'
import { useHowTo, useRules } from './play-texts.ts'
import { VpnHint } from './vpn-hint.tsx'

/** Shown from the start of the CTF to the end of the post play. */
export function PlayStep() {
  const { t } = useLingui()
  const howTo = useHowTo()
  const rules = useRules()
  const hasDesktop = useSelector(useSignedIn().home, canUseDesktop)
  return (
    <div className={css.step}>
      <div className={css.hints}>
        <VpnHint />
        {/* Its space is reserved until it is known whether there are desktops, so that nothing moves. */}
        {hasDesktop !== false && (
          <div className={cx(css.hint, hasDesktop === null && css.unknown)}>
            <Notice
              icon="desktop"
              title={t`No VPN? Use the Flugzeug VM.`}
              action={
                <Link href={pages.flugzeug.path} asChild>
                  <LinkButton icon="arrowRight">
                    <Trans>Open the Flugzeug VM</Trans>
                  </LinkButton>
                </Link>
              }
            >
              <Trans>
                A computer with the usual tools, in your browser and already on the right network.
              </Trans>
            </Notice>
          </div>
        )}
      </div>
      <div className={css.pair}>
        <Panel title={t`How to play`} icon="flag">
          <Markdown text={howTo} topHeading={3} />
        </Panel>
        <Panel title={t`Rules`} icon="info">
          <Markdown text={rules} topHeading={3} />
        </Panel>
      </div>
    </div>
  )
}
