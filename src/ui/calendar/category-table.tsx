import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, memo, useDeferredValue } from 'react'
import type { CategoryHeat } from '../../domain/heat.ts'
import type { Day } from '../../domain/time/days.ts'
import { Panel } from '../layout/panel.tsx'
import { roles } from '../layout/table-roles.ts'
import css from './calendar.module.css'
import { ChallengeRows } from './challenge-rows.tsx'
import { DayHeads } from './day-heads.tsx'

/** For how many challenges of each category the cells are there at once. */
const FIRST = 10

interface CategoryTableProps {
  category: CategoryHeat
  days: readonly Day[]
  /** The length of the longest name in the whole calendar, in characters: all tables get the same width. */
  maxNameLength: number
  largest: number
}

export const CategoryTable = memo(function CategoryTable(props: CategoryTableProps) {
  const { category, days, maxNameLength, largest } = props
  const { t } = useLingui()
  // If the data is there before the page, the other cells also render in slices.
  const isWhole = useDeferredValue(true, false)
  const { name, challenges } = category
  const flags = challenges.reduce((sum, challenge) => sum + challenge.flags.length, 0)
  return (
    <div
      className={css.category}
      style={{ '--challenges': challenges.length, '--flags': flags } as CSSProperties}
    >
      <Panel title={<bdi>{name}</bdi>} flush>
        {challenges.length === 0 ? (
          <p className={css.nothing}>
            <Trans>No challenges available.</Trans>
          </p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          <section className={css.scroll} aria-label={t`Solves in ${name}`} tabIndex={0}>
            <table
              {...roles.table}
              className={css.table}
              style={{ '--days': days.length, '--name': `${maxNameLength}ch` } as CSSProperties}
              aria-label={t`Solves in ${name}`}
            >
              <DayHeads days={days} />
              {challenges.map((challenge, index) => (
                <ChallengeRows
                  // Two challenges of a category may share a name.
                  key={index}
                  challenge={challenge}
                  days={days.length}
                  largest={largest}
                  hasCells={isWhole || index < FIRST}
                />
              ))}
            </table>
          </section>
        )}
      </Panel>
    </div>
  )
})
