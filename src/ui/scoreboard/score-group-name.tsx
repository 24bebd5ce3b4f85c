import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'

/** The score group of the user's account. An event with one group does not name it. */
export function ScoreGroupName() {
  const name = useSelector(useSignedIn().stats, snapshot => dataOf(snapshot)?.scoreGroupName)
  if (!name) return null
  return (
    <p>
      <Trans>
        Score group: <strong>{name}</strong>
      </Trans>
    </p>
  )
}
