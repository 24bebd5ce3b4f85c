import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { challengeNameIn, refOf } from '../../domain/challenge.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { Solves } from '../account/solves.tsx'
import { useSignedIn } from '../app-context.tsx'

/** The challenges that the team completed, the first one first, with who submitted the last flag. */
export function TeamSolves() {
  const { stats, catalogue } = useSignedIn()
  const states = useSelector(stats, snapshot => dataOf(snapshot)?.challenges)
  const hintCosts = useSelector(stats, snapshot => dataOf(snapshot)?.hintCosts)
  const data = useSelector(catalogue, dataOf)
  const solves = useMemo(
    () =>
      (states ?? [])
        .flatMap(({ solvedAt: time, solvedBy: by, points, ...one }) => {
          const challenge = { ...refOf(one), name: one.name }
          return time
            ? [{ ...challenge, name: challengeNameIn(data, challenge), time, by, points }]
            : []
        })
        .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time)),
    [states, data],
  )
  return <Solves solves={solves} hintCosts={hintCosts} />
}
