import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { DesktopViewRef } from '../../machines/desktop-view/machine.ts'
import {
  ownerOf,
  type ShownView,
  viewFailureOf,
  viewUrlOf,
} from '../../machines/desktop-view/selectors.ts'
import { exitId, viewFrameId } from '../../machines/flugzeug/frame.ts'
import { expandIcon, eyeOffIcon } from '../art/page-icons.ts'
import { Button } from '../controls/button.tsx'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { EmptyState } from '../loading/empty-state.tsx'
import desktop from './desktop.module.css'
import css from './flugzeug.module.css'
import { FlugzeugFailureText } from './flugzeug-failure-text.tsx'

interface TeamMateViewProps {
  of: DesktopViewRef
  shown: Exclude<ShownView, 'none'>
}

/** The desktop of a team mate, by a link. */
export function TeamMateView({ of, shown }: TeamMateViewProps) {
  const { t } = useLingui()
  const failure = useSelector(of, viewFailureOf)
  switch (shown) {
    case 'loading':
      return <PageSpinner />
    case 'shown':
      return <Watched of={of} />
    case 'failed':
      return (
        <EmptyState
          alone
          icon="warning"
          title={t`The desktop could not be loaded.`}
          action={
            <>
              <Button icon="refresh" onClick={() => of.send({ type: 'view.retry' })}>
                <Trans>Try again</Trans>
              </Button>
              <Leave of={of} />
            </>
          }
        >
          {failure && <FlugzeugFailureText code={failure.code} />}
        </EmptyState>
      )
    case 'gone':
      return (
        <EmptyState
          alone
          icon={eyeOffIcon}
          title={t`This desktop is not shared.`}
          action={<Leave of={of} />}
        >
          <Trans>The link has ended, or it is not from your team. Ask for a new one.</Trans>
        </EmptyState>
      )
  }
}

function Watched({ of }: { of: DesktopViewRef }) {
  const { t } = useLingui()
  const owner = useSelector(of, ownerOf)
  const url = useSelector(of, viewUrlOf)
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.title}>
          <h1>{t`Desktop of ${owner}`}</h1>
          <p>
            <Trans>You are watching, and {owner} sees that. You cannot type or click.</Trans>
          </p>
        </div>
        <div className={css.buttons}>
          <Leave of={of} />
        </div>
      </header>
      <section className={desktop.desktop} aria-label={t`Desktop of ${owner}`}>
        <div className={desktop.bar}>
          <Button
            id={exitId}
            size="small"
            variant="ghost"
            icon={expandIcon}
            onClick={() => of.send({ type: 'fullscreen.toggle' })}
          >
            <Trans>Fullscreen</Trans>
          </Button>
        </div>
        {url !== null && (
          <iframe
            key={url}
            id={viewFrameId}
            className={desktop.frame}
            title={t`Desktop of ${owner}`}
            src={url}
            allow="fullscreen"
          />
        )}
      </section>
    </div>
  )
}

function Leave({ of }: { of: DesktopViewRef }) {
  return (
    <Button icon="plane" onClick={() => of.send({ type: 'view.leave' })}>
      <Trans>Back to your own desktop</Trans>
    </Button>
  )
}
