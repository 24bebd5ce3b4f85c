import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { Link } from 'wouter'
import { challengePath } from '../../machines/navigation/pages.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { runningChallenges } from '../../machines/sidebar/groups.ts'
import { useSignedIn } from '../app-context.tsx'
import { RunningMarker } from '../art/Markers.tsx'
import { Button } from '../parts/Button.tsx'
import { closePopover } from './close-popover.ts'
import css from './running-list.module.css'

/** Everything that the account has running, with the way there. */
export function RunningList() {
  const { t } = useLingui()
  const id = useId()
  const { catalogue, stats } = useSignedIn()
  const running = runningChallenges(useSelector(catalogue, dataOf), useSelector(stats, dataOf))
  const maximum = useSelector(stats, snapshot => snapshot.context.data?.runningChallenges.maximum)
  const count = running.length
  if (count === 0) return null
  return (
    <div className={css.running}>
      <Button variant="ghost" popoverTarget={id} className={css.toggle}>
        <RunningMarker label={t`Running environments`} />
        {count}
      </Button>
      <div id={id} popover="auto" className={css.list} onClickCapture={closePopover}>
        <h2 className={css.title}>
          <Plural value={count} one="# environment is running" other="# environments are running" />
        </h2>
        <ul className={css.links}>
          {running.map(({ categorySlug, challengeSlug, name }) => (
            <li key={`${categorySlug}/${challengeSlug}`}>
              <Link href={challengePath(categorySlug, challengeSlug)}>{name}</Link>
            </li>
          ))}
        </ul>
        {maximum != null && (
          <p className={css.limit}>
            <Trans>At most {maximum} at once.</Trans>
          </p>
        )}
      </div>
    </div>
  )
}
