import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ChallengeRef } from '../../api/contract.ts'
import { challengeKey, challengeNameIn, entryOf, hasChallenge } from '../../domain/challenge.ts'
import { challengePath } from '../../machines/navigation/pages.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { CompletedMarker } from '../art/markers.tsx'
import { Link } from '../controls/link.tsx'
import { Panel } from '../layout/panel.tsx'
import css from './locked-challenge.module.css'
import { useChallenge } from './use-challenge.ts'

/** Says what to solve first, with links. */
export function LockedChallenge() {
  const { t } = useLingui()
  const { challenge } = useChallenge()
  const { catalogue } = useSignedIn()
  const required = useSelector(
    catalogue,
    snapshot => entryOf(dataOf(snapshot), challenge)?.requires,
  )
  return (
    <Panel icon="lock" title={t`Locked`}>
      <p role="status">
        {required ? (
          <Trans>Complete these challenges first. Then this one opens by itself.</Trans>
        ) : (
          <Trans>This challenge is locked. Complete the challenges that it requires first.</Trans>
        )}
      </p>
      {required && (
        <ul className={css.list}>
          {required.map(one => (
            <li key={challengeKey(one)}>
              <Required challenge={one} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Required({ challenge }: { challenge: ChallengeRef }) {
  const { t } = useLingui()
  const { catalogue, stats } = useSignedIn()
  const name = useSelector(catalogue, snapshot => challengeNameIn(dataOf(snapshot), challenge))
  const isSolved = useSelector(stats, snapshot =>
    hasChallenge(dataOf(snapshot)?.completedChallenges, challenge),
  )
  return (
    <Link href={challengePath(challenge)} className={css.link}>
      <Icon name="flag" />
      <span>
        <bdi>{name}</bdi>
      </span>
      {isSolved && <CompletedMarker label={t`Completed`} />}
    </Link>
  )
}
