import { Plural, Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { categoryNameIn, entryOf, hasChallenge } from '../../domain/challenge.ts'
import { detailOf } from '../../machines/challenge/selectors.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { checkIcon } from '../art/page-icons.ts'
import { Badge } from '../feedback/badge.tsx'
import { Tag } from '../feedback/tag.tsx'
import css from './challenge-header.module.css'
import { SolvedBy } from './solved/solved-by.tsx'
import { SolvesList } from './solves/solves-list.tsx'
import { useChallenge } from './use-challenge.ts'

/** Name, category and difficulty come from the catalogue, before the challenge itself is loaded. */
export function ChallengeHeader() {
  const { challenge, detail, score } = useChallenge()
  const { catalogue, stats } = useSignedIn()
  const listed = useSelector(catalogue, snapshot => entryOf(dataOf(snapshot), challenge))
  const known = useSelector(detail, detailOf) ?? listed
  // An older address may name a category that the challenge is not in any more.
  const { categorySlug } = known ?? challenge
  const category = useSelector(catalogue, snapshot =>
    categoryNameIn(dataOf(snapshot), { categorySlug }),
  )
  const total = useSelector(score, snapshot => dataOf(snapshot)?.pointsTotal)
  const points = total ?? known?.points
  const scored = useSelector(score, snapshot => dataOf(snapshot)?.isCompleted)
  const isListedCompleted = useSelector(stats, snapshot =>
    hasChallenge(dataOf(snapshot)?.completedChallenges, challenge),
  )
  // The stats are known before the challenge's own score.
  const isCompleted = scored ?? isListedCompleted
  return (
    <header className={css.header} data-waiting={!known || undefined}>
      <p className={css.category}>
        <bdi>{category}</bdi>
      </p>
      <h1>
        <bdi>{known?.name ?? challenge.challengeSlug}</bdi>
      </h1>
      <div className={css.facts}>
        {known && <Tag difficulty={known.difficulty} />}
        {known && points !== undefined && (
          <span className={css.points}>
            <Plural value={points} one="# point" other="# points" />
          </span>
        )}
        {known && isCompleted && (
          <Badge tone="success" icon={checkIcon}>
            <Trans>Completed</Trans>
          </Badge>
        )}
        <SolvedBy />
        <SolvesList />
      </div>
    </header>
  )
}
