import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ChallengeRef } from '../../api/contract.ts'
import { challengeKey, challengeNameIn } from '../../domain/challenge.ts'
import { challengePath } from '../../machines/navigation/pages.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { RunningMarker } from '../art/markers.tsx'
import { Link } from '../controls/link.tsx'
import { Panel } from '../layout/panel.tsx'
import css from './activity.module.css'

const none: readonly ChallengeRef[] = []

/** The environments that run for the account, of all its members. */
export function Environments() {
  const { t } = useLingui()
  const { stats, catalogue } = useSignedIn()
  const running = useSelector(stats, dataOf)?.runningChallenges
  const data = useSelector(catalogue, dataOf)
  const list = running?.running ?? none
  const [count, maximum] = [list.length, running?.maximum ?? null]
  return (
    <Panel
      flush
      title={t`Running environments`}
      icon="terminal"
      aside={
        maximum === null ? (
          count
        ) : (
          <Trans>
            {count} of {maximum}
          </Trans>
        )
      }
    >
      {list.length === 0 ? (
        <p className={css.nothing}>
          <Trans>Nothing is running.</Trans>
        </p>
      ) : (
        <ul className={css.list}>
          {list.map(challenge => (
            <li key={challengeKey(challenge)}>
              <Link href={challengePath(challenge)}>
                <span aria-hidden="true">
                  <RunningMarker label="" />
                </span>
                {challengeNameIn(data, challenge)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
