import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { Suspense, useId } from 'react'
import { canUseFlugzeug } from '../../domain/facts.ts'
import { serverNow } from '../../machines/clock/machine.ts'
import { isKnownRunning } from '../../machines/flugzeug/status.ts'
import { whenLoaded } from '../../machines/on-demand.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { runningChallenges } from '../../machines/sidebar/groups.ts'
import { useApp, useAppChildren, useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { closePopover } from '../layout/close-popovers.ts'
import popover from '../layout/popover.module.css'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './running-list.module.css'

const RunningLinks = onDemand(async () => (await import('./running-links.tsx')).RunningLinks)

/** Everything that the account runs, with links. */
export function RunningList() {
  const { t } = useLingui()
  const id = useId()
  const { clock } = useAppChildren()
  const { catalogue, stats, flugzeug } = useSignedIn()
  const running = runningChallenges(useSelector(catalogue, dataOf), useSelector(stats, dataOf))
  const canUseDesktop = useSelector(useApp(), snapshot => canUseFlugzeug(snapshot.context.facts))
  // Only the desktop's page reads the state of the desktop. Before the first visit, the desktop is not
  // listed.
  const isDesktopRunning = useSelector(
    flugzeug,
    whenLoaded(snapshot => isKnownRunning(snapshot, serverNow(clock))),
  )
  const hasDesktop = canUseDesktop && isDesktopRunning === true
  const count = running.length + (hasDesktop ? 1 : 0)
  if (count === 0) return null
  return (
    <div className={css.running}>
      <Button variant="ghost" popoverTarget={id} className={css.toggle}>
        <Icon name="terminal" />
        <VisuallyHidden>{t`Running environments`}</VisuallyHidden>
        {count}
      </Button>
      <div
        id={id}
        popover="auto"
        className={cx(popover.popover, css.list)}
        onClickCapture={closePopover}
      >
        <PartBoundary
          fallback={retry => (
            <Button onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          )}
        >
          <Suspense>
            <RunningLinks running={running} hasDesktop={hasDesktop} />
          </Suspense>
        </PartBoundary>
      </div>
    </div>
  )
}
