import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { Link } from 'wouter'
import { challengeKey } from '../../domain/challenge.ts'
import { canUseFlugzeug } from '../../domain/facts.ts'
import { serverNow } from '../../machines/clock/machine.ts'
import { isKnownRunning } from '../../machines/flugzeug/status.ts'
import { challengePath, pages } from '../../machines/navigation/pages.ts'
import { whenLoaded } from '../../machines/on-demand.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { runningChallenges } from '../../machines/sidebar/groups.ts'
import { useApp, useAppChildren, useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { Button } from '../controls/button.tsx'
import { closePopover } from '../layout/close-popover.ts'
import { cx } from '../layout/cx.ts'
import popover from '../layout/popover.module.css'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { NoticeSwitch } from './notice-switch.tsx'
import css from './running-list.module.css'

/** Everything that the account runs, with links. */
export function RunningList() {
  const { t } = useLingui()
  const id = useId()
  const { clock } = useAppChildren()
  const { catalogue, stats, flugzeug } = useSignedIn()
  const running = runningChallenges(useSelector(catalogue, dataOf), useSelector(stats, dataOf))
  const maximum = useSelector(stats, snapshot => snapshot.context.data?.runningChallenges.maximum)
  const canUseDesktop = useSelector(useApp(), snapshot => canUseFlugzeug(snapshot.context.facts))
  // Only the desktop's page reads the state of the desktop. Before the first visit, the desktop is not
  // listed.
  const isDesktopRunning = useSelector(
    flugzeug,
    whenLoaded(snapshot => isKnownRunning(snapshot, serverNow(clock))),
  )
  const hasDesktop = canUseDesktop && isDesktopRunning === true
  const count = running.length
  if (count === 0 && !hasDesktop) return null
  return (
    <div className={css.running}>
      <Button variant="ghost" popoverTarget={id} className={css.toggle}>
        <Icon name="terminal" />
        <VisuallyHidden>{t`Running environments`}</VisuallyHidden>
        {running.length + (hasDesktop ? 1 : 0)}
      </Button>
      <div
        id={id}
        popover="auto"
        className={cx(popover.popover, css.list)}
        onClickCapture={closePopover}
      >
        <h2 className={popover.title}>
          <Trans>Running now</Trans>
        </h2>
        <ul className={css.links}>
          {running.map(challenge => (
            <li key={challengeKey(challenge)}>
              <Link href={challengePath(challenge)}>{challenge.name}</Link>
            </li>
          ))}
          {hasDesktop && (
            <li>
              <Link href={pages.flugzeug.path}>
                <Trans>Flugzeug VM</Trans>
              </Link>
            </li>
          )}
        </ul>
        {count > 0 && maximum != null && (
          <p className={css.limit}>
            <Plural
              value={maximum}
              one="At most # environment at once."
              other="At most # environments at once."
            />
          </p>
        )}
        {count > 0 && <NoticeSwitch />}
      </div>
    </div>
  )
}
