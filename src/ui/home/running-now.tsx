import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { challengeKey } from '../../domain/challenge.ts'
import type { NamedChallenge } from '../../domain/overview.ts'
import { WARNING_MINUTES } from '../../machines/constants.ts'
import { challengePath } from '../../machines/navigation/pages.ts'
import { whenLoaded } from '../../machines/on-demand.ts'
import { stopTimeOf } from '../../machines/reminder/selectors.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { runningChallenges } from '../../machines/sidebar/groups.ts'
import { useSignedIn } from '../app-context.tsx'
import { RunningMarker } from '../art/markers.tsx'
import { useMinutesLeft } from '../clock/use-minutes-left.ts'
import { Link } from '../controls/link.tsx'
import { MinutesLeft } from '../feedback/minutes-left.tsx'
import { Panel } from '../layout/panel.tsx'
import css from './running-now.module.css'

/** The account's environments, with the time that each has left. */
export function RunningNow() {
  const { t } = useLingui()
  const { catalogue, stats } = useSignedIn()
  const data = useSelector(catalogue, dataOf)
  const account = useSelector(stats, dataOf)
  const running = useMemo(() => runningChallenges(data, account), [data, account])
  if (running.length === 0) return null
  return (
    <Panel title={t`Running now`} icon="terminal">
      <ul className={css.list}>
        {running.map(one => (
          <Running key={challengeKey(one)} challenge={one} />
        ))}
      </ul>
    </Panel>
  )
}

function Running({ challenge }: { challenge: NamedChallenge }) {
  const stop = useSelector(useSignedIn().reminder, whenLoaded(stopTimeOf(challenge))) ?? null
  const minutes = useMinutesLeft(stop)
  return (
    <li className={css.running}>
      <span aria-hidden="true">
        <RunningMarker label="" />
      </span>
      <Link href={challengePath(challenge)} className={css.name}>
        <bdi>{challenge.name}</bdi>
      </Link>
      <span
        className={css.left}
        data-short={(minutes !== null && minutes <= WARNING_MINUTES) || undefined}
      >
        {minutes !== null &&
          (minutes > 0 ? <MinutesLeft minutes={minutes} /> : <Trans>stops soon</Trans>)}
      </span>
    </li>
  )
}
