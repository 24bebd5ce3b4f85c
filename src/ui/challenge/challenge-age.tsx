import { useSelector } from '@xstate/react'
import { readAtOf } from '../../machines/instance/selectors.ts'
import { updatedAtOf } from '../../machines/resource/selectors.ts'
import { DataAge, useIsOffline } from '../feedback/data-age.tsx'
import css from './challenge-age.module.css'
import { useChallenge } from './use-challenge.ts'

/** Shows the age of the data while the app is offline. */
export function ChallengeAge() {
  const { instance, score } = useChallenge()
  const offline = useIsOffline()
  // Each poll changes the time, but an unchanged answer must render nothing. So it is read only while
  // shown.
  const ofInstance = useSelector(instance, snapshot => (offline ? readAtOf(snapshot) : null))
  const ofScore = useSelector(score, snapshot => (offline ? updatedAtOf(snapshot) : null))
  return (
    <div className={css.age}>
      <DataAge time={ofInstance ?? ofScore} />
    </div>
  )
}
