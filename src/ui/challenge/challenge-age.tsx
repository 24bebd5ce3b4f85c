import { useSelector } from '@xstate/react'
import { instanceUpdatedAt } from '../../machines/instance/selectors.ts'
import { updatedAt } from '../../machines/resource/selectors.ts'
import { DataAge } from '../data-age.tsx'
import css from './challenge-age.module.css'
import { useChallenge } from './use-challenge.ts'

/** While offline: how old what is shown is. */
export function ChallengeAge() {
  const { instance, score } = useChallenge()
  const ofInstance = useSelector(instance, instanceUpdatedAt)
  const ofScore = useSelector(score, updatedAt)
  return (
    <div className={css.age}>
      <DataAge time={ofInstance ?? ofScore} />
    </div>
  )
}
