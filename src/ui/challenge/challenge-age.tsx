import { useSelector } from '@xstate/react'
import { instanceUpdatedAt } from '../../machines/instance/selectors.ts'
import { updatedAt } from '../../machines/resource/selectors.ts'
import { DataAge, useIsOffline } from '../feedback/data-age.tsx'
import css from './challenge-age.module.css'
import { useChallenge } from './use-challenge.ts'

/** Shows the age of the data while the app is offline. */
export function ChallengeAge() {
  const { instance, score } = useChallenge()
  const offline = useIsOffline()
  // Each poll changes the time, but an unchanged answer must render nothing. So it is read only while
  // shown.
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
