import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { ChallengeRef } from '../../api/contract.ts'
import type { ChallengePageRef } from '../../machines/app/children.ts'
import { detailOf, isLocked, isMissing } from '../../machines/challenge/selectors.ts'
import { isUnread } from '../../machines/instance/selectors.ts'
import { dataOf, isFailed, isLoading } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { KeepFocus } from '../layout/keep-focus.tsx'
import { ChallengeAge } from './challenge-age.tsx'
import { ChallengeHeader } from './challenge-header.tsx'
import css from './challenge-page.module.css'
import { ChallengeText } from './challenge-text.tsx'
import { FlagPanel } from './flag/flag-panel.tsx'
import { InstancePanel } from './instance/instance-panel.tsx'
import { LockedChallenge } from './locked-challenge.tsx'
import { ChallengeNotFound, ChallengeUnreadable } from './nothing-to-show.tsx'
import { ChallengeProvider, challengeOf, useChallenge, useChallengePage } from './use-challenge.ts'

export function ChallengePage({ page: challenge }: { page: ChallengeRef }) {
  const page = useChallengePage(challenge)
  return page && <OpenPage key={page.sessionId} page={page} />
}

function OpenPage({ page }: { page: ChallengePageRef }) {
  const value = useMemo(() => challengeOf(page), [page])
  return (
    <ChallengeProvider value={value}>
      <Content />
    </ChallengeProvider>
  )
}

function Content() {
  const { page, detail } = useChallenge()
  const missing = useSelector(page, isMissing)
  const locked = useSelector(page, isLocked)
  const loading = useSelector(detail, isLoading)
  const unreadable = useSelector(detail, isFailed)
  return (
    <KeepFocus as="article" className={missing ? undefined : css.page}>
      {missing ? (
        <ChallengeNotFound />
      ) : (
        <>
          <div className={css.header}>
            <ChallengeHeader />
            <ChallengeAge />
          </div>
          <div className={css.text} aria-busy={loading}>
            {locked ? (
              <LockedChallenge />
            ) : unreadable ? (
              <ChallengeUnreadable />
            ) : (
              <ChallengeText />
            )}
          </div>
          {!locked && <Side />}
        </>
      )}
    </KeepFocus>
  )
}

function Side() {
  const { detail, instance, score } = useChallenge()
  const { catalogue } = useSignedIn()
  const hasEnvironment = useSelector(
    detail,
    snapshot => detailOf(snapshot)?.hasEnvironment !== false,
  )
  const isDetailLoading = useSelector(detail, isLoading)
  const isInstanceUnread = useSelector(instance, isUnread)
  const isScoreLoading = useSelector(score, isLoading)
  const isCompleted = useSelector(score, snapshot => dataOf(snapshot)?.isCompleted === true)
  // A completed challenge leads to the next one.
  const isNextLoading = useSelector(catalogue, isLoading) && isCompleted
  const isWaiting =
    isDetailLoading || (hasEnvironment && isInstanceUnread) || isScoreLoading || isNextLoading
  return (
    <div className={css.side} data-waiting={isWaiting || undefined}>
      {hasEnvironment && (
        <div className={css.instance}>
          <InstancePanel />
        </div>
      )}
      <div className={css.flag}>
        <FlagPanel />
      </div>
    </div>
  )
}
