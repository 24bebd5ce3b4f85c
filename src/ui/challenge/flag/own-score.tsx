import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { dataOf } from '../../../machines/resource/selectors.ts'
import { FlagIcons } from '../../art/flag-icons.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useChallenge } from '../use-challenge.ts'
import css from './own-score.module.css'

/** The account's points and flags in this challenge. */
export function OwnScore() {
  const { t, i18n } = useLingui()
  const score = useSelector(useChallenge().score, dataOf)
  if (!score) {
    return (
      <span className={css.waiting}>
        <Skeleton height="1.375rem" />
      </span>
    )
  }
  const { solvedFlags: solved, totalFlags: total } = score
  const points = i18n.number(score.points)
  const pointsTotal = i18n.number(score.pointsTotal)
  const completed = i18n.number(solved)
  const all = i18n.number(total)
  return (
    <span className={css.solved}>
      <Plural
        value={score.pointsTotal}
        one={`${points} of ${pointsTotal} point`}
        other={`${points} of ${pointsTotal} points`}
      />
      <FlagIcons
        {...{ solved, total }}
        label={t`${plural(total, { one: `${solved} of # flag solved`, other: `${solved} of # flags solved` })}`}
        count={t`${completed} of ${{ total: all }}`}
      />
    </span>
  )
}
