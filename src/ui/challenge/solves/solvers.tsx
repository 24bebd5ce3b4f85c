import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { dataOf, isFailed } from '../../../machines/resource/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { Moment } from '../../text/moment.tsx'
import { useChallenge } from '../use-challenge.ts'
import css from './solves-list.module.css'

/** How many are shown at most. */
const MAX_SOLVERS = 500

/** The accounts that solved the challenge, earliest first. */
export function Solvers() {
  const { solves } = useChallenge()
  const all = useSelector(solves, dataOf)
  const hasFailed = useSelector(solves, isFailed)
  const own = useSelector(useSignedIn().stats, snapshot => dataOf(snapshot)?.accountId)
  if (!all && hasFailed) {
    return (
      <p className={css.none}>
        <Trans>That did not work. Please try again.</Trans>
      </p>
    )
  }
  if (!all) return <Skeleton lines={3} />
  if (all.length === 0) {
    return (
      <p className={css.none}>
        <Trans>Nobody yet. Be the first!</Trans>
      </p>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <ol className={css.solvers} tabIndex={0}>
      {all.slice(0, MAX_SOLVERS).map(({ accountId, displayName, time }, index) => (
        <li key={accountId} className={css.solver} data-own={accountId === own || undefined}>
          <span className={css.place}>{index + 1}.</span>
          <span className={css.name} translate="no">
            {displayName}
          </span>
          <span className={css.time}>
            <Moment time={time} />
          </span>
        </li>
      ))}
    </ol>
  )
}
