import { Plural, SelectOrdinal, Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { gainOf, isCelebrating } from '../../../machines/celebration/selectors.ts'
import { Icon } from '../../art/icon.tsx'
import { arrowRightIcon } from '../../art/page-icons.ts'
import { VisuallyHidden } from '../../text/visually-hidden.tsx'
import { useChallenge } from '../use-challenge.ts'
import css from './gain-line.module.css'
import { GainedPoints } from './gained-points.tsx'
import { HoistedFlag } from './hoisted-flag.tsx'

/**
 * What the last accepted flag brought. For two seconds the flag goes up and the points count. It stays in the
 * page while empty: screen readers announce only changes.
 */
export function GainLine() {
  const { celebration } = useChallenge()
  const gain = useSelector(celebration, gainOf)
  const moves = useSelector(celebration, isCelebrating)
  return (
    <div className={css.line} role="status">
      {gain && (
        <div className={css.gain} data-moves={moves || undefined}>
          <HoistedFlag isWhole={gain.isCompleted} />
          <ul className={css.facts}>
            {gain.points !== null && gain.points > 0 && (
              <li className={css.points}>
                <GainedPoints points={gain.points} counts={moves} />
              </li>
            )}
            {!gain.isCompleted && (
              <li>
                <FlagsSolved {...gain} />
              </li>
            )}
            {gain.isFirstBlood && (
              <li className={css.first}>
                <Icon name="trophy" size="1rem" />
                <Trans>First blood!</Trans>
              </li>
            )}
            {gain.rank && <NewRank {...gain.rank} />}
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

function NewRank({ before, now }: { before: number | null; now: number }) {
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
