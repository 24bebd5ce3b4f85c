import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import {
  submissionFailure,
  type Verdict,
  verdictOf,
} from '../../../machines/submission/selectors.ts'
import { Notice, type NoticeTone } from '../../feedback/notice.tsx'
import { ChallengeFailureText } from '../challenge-failure-text.tsx'
import { useChallenge } from '../use-challenge.ts'
import { PauseText } from './pause-text.tsx'
import css from './verdict-line.module.css'

const tones: Record<Exclude<Verdict, 'none'>, NoticeTone> = {
  accepted: 'success',
  rejected: 'danger',
  resubmitted: 'warn',
  wait: 'warn',
  tooLate: 'danger',
  paused: 'warn',
  failed: 'danger',
}

/** The result of the last flag. It stays in the page while empty: screen readers announce only changes. */
export function VerdictLine() {
  const { submission } = useChallenge()
  const verdict = useSelector(submission, verdictOf)
  const failure = useSelector(submission, submissionFailure)
  const texts: Record<Exclude<Verdict, 'none'>, ReactNode> = {
    accepted: <Trans>The flag is correct!</Trans>,
    rejected: <Trans>This flag is wrong.</Trans>,
    resubmitted: <Trans>This flag was already submitted.</Trans>,
    wait: <ChallengeFailureText code="LIMITED" />,
    tooLate: <ChallengeFailureText code="TIME_RESTRICTED" />,
    paused: <PauseText />,
    failed: failure && <ChallengeFailureText code={failure.code} />,
  }
  return (
    <div className={css.line} role="status">
      {verdict !== 'none' && <Notice tone={tones[verdict]}>{texts[verdict]}</Notice>}
    </div>
  )
}
