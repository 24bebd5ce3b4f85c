import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { exitId, frameId } from '../../machines/flugzeug/frame.ts'
import { frameUrlOf, tabUrlOf } from '../../machines/flugzeug/selectors.ts'
import { useLoaded } from '../app-context.tsx'
import { arrowRightIcon, expandIcon, externalIcon } from '../art/page-icons.ts'
import { Button } from '../controls/button.tsx'
import { LinkButton } from '../controls/link-button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { Kbd } from '../text/kbd.tsx'
import css from './desktop.module.css'

/** The running desktop in its iframe, and how the keyboard enters and leaves it. */
export function Desktop() {
  const { t } = useLingui()
  const flugzeug = useLoaded('flugzeug')
  const url = useSelector(flugzeug, frameUrlOf)
  const tabUrl = useSelector(flugzeug, tabUrlOf)
  if (url === null) {
    return (
      <Notice tone="warn">
        <Trans>The desktop is running, but the server sent no address for it.</Trans>
      </Notice>
    )
  }
  return (
    <section className={css.desktop} aria-label={t`Your desktop`}>
      <div className={css.bar}>
        <Button
          id={exitId}
          size="small"
          icon={arrowRightIcon}
          aria-describedby="flugzeug-way-out"
          onClick={() => flugzeug.send({ type: 'desktop.enter' })}
        >
          <Trans>Type in the desktop</Trans>
        </Button>
        <p id="flugzeug-way-out" className={css.note}>
          <Trans>
            <Kbd>Esc</Kbd> <Kbd>Esc</Kbd> brings the keyboard back here.
          </Trans>
        </p>
        <a className={css.skip} href="#flugzeug-after">
          <Trans>Skip the desktop</Trans>
        </a>
        <Button
          size="small"
          variant="ghost"
          icon={expandIcon}
          onClick={() => flugzeug.send({ type: 'fullscreen.toggle' })}
        >
          <Trans>Fullscreen</Trans>
        </Button>
        <LinkButton
          size="small"
          variant="ghost"
          icon={externalIcon}
          href={tabUrl ?? url}
          target="_blank"
          rel="noreferrer"
        >
          <Trans>Own tab</Trans>
        </LinkButton>
      </div>
      <iframe
        key={url}
        id={frameId}
        className={css.frame}
        title={t`Your desktop`}
        src={url}
        allow="fullscreen; clipboard-read; clipboard-write"
      />
    </section>
  )
}
