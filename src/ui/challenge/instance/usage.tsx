import { Plural, Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ChallengeRef } from '../../../api/contract.ts'
import { challengeKey, challengeNameIn } from '../../../domain/challenge.ts'
import { challengePath } from '../../../machines/navigation/pages.ts'
import { dataOf } from '../../../machines/resource/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { Link } from '../../controls/link.tsx'
import css from './usage.module.css'

/** How many environments the account runs, and where they are. */
export function Usage() {
  const { stats } = useSignedIn()
  const usage = useSelector(stats, snapshot => dataOf(snapshot)?.runningChallenges)
  if (!usage) return <p className={css.usage}>&nbsp;</p>
  const used = usage.running.length
  const maximum = usage.maximum ?? null
  return (
    <div className={css.usage}>
      <p>
        {maximum === null ? (
          <Plural value={used} one="Using # environment" other="Using # environments" />
        ) : (
          <Trans>
            Using {used} of <Plural value={maximum} one="# environment" other="# environments" />
          </Trans>
        )}
      </p>
      {used > 0 && (
        <ul className={css.list}>
          {usage.running.map(one => (
            <li key={challengeKey(one)}>
              <RunningLink challenge={one} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function RunningLink({ challenge }: { challenge: ChallengeRef }) {
  const { catalogue } = useSignedIn()
  const name = useSelector(catalogue, snapshot => challengeNameIn(dataOf(snapshot), challenge))
  return <Link href={challengePath(challenge)}>{name}</Link>
}
