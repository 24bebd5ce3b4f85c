import { useSelector } from '@xstate/react'
import { instanceUpdatedAt } from '../../machines/instance/selectors.ts'
import { updatedAt } from '../../machines/resource/selectors.ts'
import { DataAge, useIsOffline } from '../feedback/data-age.tsx'
import css from './challenge-age.module.css'
import { useChallenge } from './use-challenge.ts'

/** While offline, the age of what is shown. */
export function ChallengeAge() {
  const { instance, score } = useChallenge()
  const offline = useIsOffline()
  // Read only while it is shown: each poll changes it, and an unchanged answer must render nothing.
  const ofInstance = useSelector(instance, snapshot =>
    offline ? instanceUpdatedAt(snapshot) : null,
  )
  const ofScore = useSelector(score, snapshot => (offline ? updatedAt(snapshot) : null))
  return (
    <div className={css.age}>
      <DataAge time={ofInstance ?? ofScore} />
    </div>
  )
}
