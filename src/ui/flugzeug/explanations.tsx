import { Trans, useLingui } from '@lingui/react/macro'
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
                <strong>Start</strong> makes a desktop for you, or wakes the one that you have. It
                reaches the environments of the challenges without the VPN.
              </Trans>
            </li>
            <li>
              <Trans>
                <strong>Extend runtime</strong> when it is about to end: near the end of its time,
                not before.
              </Trans>
            </li>
            <li>
              <Trans>
                <strong>Stop</strong> ends all programs and keeps your files. So does the server,
                when the time is up.
              </Trans>
            </li>
            <li>
              <Trans>
                <strong>Reset</strong> deletes the desktop with all files, for a fresh beginning.
              </Trans>
            </li>
          </ul>
        </Prose>
      </Panel>
      <Panel title={t`What the desktop can do`} icon="desktop">
        <Features />
      </Panel>
    </div>
  )
}

function Features() {
  return (
    <Prose>
      <ul>
        <li>
          <Trans>
            <strong>Your own keyboard:</strong> umlauts, AltGr and dead keys arrive as you type
            them.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Clipboard in both directions,</strong> and text typed key by key where pasting
            does not help.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Fullscreen, scaling and quality</strong> by hand, or measured by your line.
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
            <strong>A bad line</strong> does no harm: it reconnects by itself, and everything on the
            desktop goes on meanwhile.
          </Trans>
        </li>
      </ul>
    </Prose>
  )
}
