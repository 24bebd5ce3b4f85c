import { Plural, SelectOrdinal, Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isCelebrating, solveNewsOf } from '../../../machines/celebration/selectors.ts'
import { Icon } from '../../art/icon.tsx'
import { arrowRightIcon } from '../../art/page-icons.ts'
import { VisuallyHidden } from '../../text/visually-hidden.tsx'
import { useChallenge } from '../use-challenge.ts'
import { GainedPoints } from './gained-points.tsx'
import { HoistedFlag } from './hoisted-flag.tsx'
import css from './solve-news.module.css'

/**
 * What the last accepted flag brought. For two seconds the flag goes up and the points count. It stays in the
 * page while empty: screen readers announce only changes.
 */
export function SolveNews() {
  const { celebration } = useChallenge()
  const news = useSelector(celebration, solveNewsOf)
  const moves = useSelector(celebration, isCelebrating)
  return (
    <div className={css.line} role="status">
      {news && (
        <div className={css.news} data-moves={moves || undefined}>
          <HoistedFlag isWhole={news.isCompleted} />
          <ul className={css.facts}>
            {news.points !== null && news.points > 0 && (
              <li className={css.points}>
                <GainedPoints points={news.points} counts={moves} />
              </li>
            )}
            {!news.isCompleted && (
              <li>
                <FlagsSolved {...news} />
              </li>
            )}
            {news.isFirstBlood && (
              <li className={css.first}>
                <Icon name="trophy" size="1rem" />
                <Trans>First blood!</Trans>
              </li>
            )}
            {news.rank && <RankChange {...news.rank} />}
          </ul>
        </div>
      )}
    </div>
  )
}

function FlagsSolved({ solvedFlags, totalFlags }: { solvedFlags: number; totalFlags: number }) {
  return (
    <Trans>
      {solvedFlags} of <Plural value={totalFlags} one="# flag" other="# flags" />
    </Trans>
  )
}

function RankChange({ before, now }: { before: number | null; now: number }) {
  return (
    <li className={css.rank}>
      {before !== null && (
        <>
          <span className={css.before}>
            <SelectOrdinal value={before} one="#st" two="#nd" few="#rd" other="#th" />
          </span>
          <Icon name={arrowRightIcon} size="1rem" />
          <VisuallyHidden>
            <Trans>now</Trans>{' '}
          </VisuallyHidden>
        </>
      )}
      <SelectOrdinal
        value={now}
        one="#st place"
        two="#nd place"
        few="#rd place"
        other="#th place"
      />
    </li>
  )
}
