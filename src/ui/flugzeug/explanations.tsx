import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { hasExtension } from '../../domain/extensions.ts'
import { useApp } from '../app-context.tsx'
import { desktopIcon } from '../art/page-icons.ts'
import { useEventDetails } from '../event/use-event.ts'
import { Panel } from '../layout/panel.tsx'
import { Prose } from '../text/prose.tsx'
import css from './flugzeug.module.css'

/** What the desktop is for, and what it can do. */
export function Explanations() {
  const { t } = useLingui()
  return (
    <div id="flugzeug-after" tabIndex={-1} className={css.explanations}>
      <Panel title={t`How it works`} icon="plane">
        <Prose>
          <ul>
            <li>
              <Trans>
                <strong>Start</strong> creates your desktop, or resumes the one you have. It reaches
                the challenge environments by itself.
              </Trans>
            </li>
            <li>
              <Trans>
                <strong>Extend runtime</strong> shortly before it ends, not earlier.
              </Trans>
            </li>
            <li>
              <Trans>
                <strong>Stop</strong> ends all programs and keeps your files. The server does the
                same when the time is up.
              </Trans>
            </li>
            <li>
              <Trans>
                <strong>Reset</strong> deletes the desktop with all files, so that you can start
                over.
              </Trans>
            </li>
          </ul>
        </Prose>
      </Panel>
      <Panel title={t`What the desktop can do`} icon={desktopIcon}>
        <Features />
      </Panel>
    </div>
  )
}

function Features() {
  const { i18n } = useLingui()
  const teamMode = useSelector(useApp(), snapshot => snapshot.context.facts.teamMode)
  const hasViews = useSelector(useApp(), snapshot =>
    hasExtension(snapshot.context.facts, 'desktopViews'),
  )
  const programs = useEventDetails()?.desktopPrograms ?? []
  const listed = new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(programs)
  return (
    <Prose>
      <ul>
        {programs.length > 0 && (
          <li>
            <Trans>
              <strong>Installed:</strong> {listed}.
            </Trans>
          </li>
        )}
        <li>
          <Trans>
            <strong>Your own keyboard:</strong> umlauts, AltGr and dead keys arrive as you type
            them.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Clipboard in both directions,</strong> and text typed key by key where pasting
            does not work.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Files in both directions:</strong> drop them onto the desktop, and fetch them
            from its bar.
          </Trans>
        </li>
        {teamMode && hasViews && (
          <li>
            <Trans>
              <strong>Team mates can watch:</strong> create a link in its bar. They see your desktop
              and cannot type.
            </Trans>
          </li>
        )}
        <li>
          <Trans>
            <strong>Fullscreen, scaling and quality</strong> as you choose, or automatic.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Special keys</strong> that your system keeps for itself, and an on-screen
            keyboard on touch screens.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>An unstable connection</strong> is fine: it reconnects automatically, and your
            programs keep running.
          </Trans>
        </li>
      </ul>
    </Prose>
  )
}
