import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { failureIn } from '../../machines/resource/selectors.ts'
import { LoadFailed } from '../loading/load-failed.tsx'
import { NothingHere } from '../loading/nothing-here.tsx'
import { ChallengeFailureText } from './challenge-failure-text.tsx'
import { useChallenge } from './use-challenge.ts'

export function ChallengeNotFound() {
  const { t } = useLingui()
  return (
    <NothingHere heading={t`Challenge not found`} title={t`There is no such challenge.`}>
      <Trans>It may have been renamed or removed. The menu lists all available challenges.</Trans>
    </NothingHere>
  )
}

/** Shown when there is no text. */
export function ChallengeUnreadable() {
  const { t } = useLingui()
  const { page, detail } = useChallenge()
  const failure = useSelector(detail, failureIn)
  return (
    <LoadFailed
      title={t`The challenge could not be loaded.`}
      retry={() => page.send({ type: 'challenge.retry' })}
    >
      {failure && <ChallengeFailureText code={failure.code} />}
    </LoadFailed>
  )
}
