import { Plural, Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { challengeKey } from '../../domain/challenge.ts'
import { challengePath, pages } from '../../machines/navigation/pages.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import type { runningChallenges } from '../../machines/sidebar/groups.ts'
import { useSignedIn } from '../app-context.tsx'
import { Link } from '../controls/link.tsx'
import popover from '../layout/popover.module.css'
import { NotificationSwitch } from './notification-switch.tsx'
import css from './running-list.module.css'

interface RunningLinksProps {
  running: ReturnType<typeof runningChallenges>
  hasDesktop: boolean
}

/** What the list of running environments has, when it is open. */
export function RunningLinks({ running, hasDesktop }: RunningLinksProps) {
  const { stats } = useSignedIn()
  const maximum = useSelector(stats, snapshot => dataOf(snapshot)?.runningChallenges.maximum)
  const hasChallenges = running.length > 0
  return (
    <>
      <h2 className={popover.title}>
        <Trans>Running now</Trans>
      </h2>
      <ul className={css.links}>
        {running.map(challenge => (
          <li key={challengeKey(challenge)}>
            <Link href={challengePath(challenge)}>
              <bdi>{challenge.name}</bdi>
            </Link>
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
      {hasChallenges && maximum != null && (
        <p className={css.limit}>
          <Plural
            value={maximum}
            one="At most # environment at once."
            other="At most # environments at once."
          />
        </p>
      )}
      {hasChallenges && <NotificationSwitch />}
    </>
  )
}
