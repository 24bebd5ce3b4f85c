import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useDeferredValue, useMemo } from 'react'
import { isFailed } from '../../../machines/resource/selectors.ts'
import { shownGroups } from '../../../machines/sidebar/groups.ts'
import { preferencesOf } from '../../../machines/sidebar/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { EmptyState } from '../../loading/empty-state.tsx'
import { ResourceFailure } from '../../loading/resource-failure.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { FilterFields } from '../../sidebar/filter-fields.tsx'
import { useOverview } from '../../sidebar/use-overview.ts'
import card from './card.module.css'
import { Card } from './card.tsx'
import css from './overview.module.css'

/** How many cards are there at once: as many as a large window shows. */
const FIRST = 20

/** All challenges by category, as cards. Filter and order are those of the sidebar. */
export function Overview() {
  return (
    <section className={css.overview} aria-labelledby="challenges">
      <h2 id="challenges">
        <Trans>Challenges</Trans>
      </h2>
      <Groups />
    </section>
  )
}

function Groups() {
  const { t } = useLingui()
  const { catalogue, sidebar } = useSignedIn()
  const overview = useOverview()
  const preferences = useSelector(sidebar, preferencesOf)
  // Hundreds of cards render in slices, and the page keeps responding. Until then, empty ones keep their places.
  const groups = useDeferredValue(
    useMemo(() => overview && shownGroups(overview, preferences, null), [overview, preferences]),
  )
  const isWhole = useDeferredValue(true, false)
  const hasFailed = useSelector(catalogue, isFailed)
  if (!groups) return hasFailed ? <ResourceFailure of={catalogue} /> : <Skeleton height="40rem" />
  const hasChallenges = overview?.some(group => group.total > 0)
  let left = FIRST
  if (!hasChallenges) return <EmptyState title={t`No challenges available.`} />
  return (
    <>
      {/* Not shown if the sidebar, which has the same fields, is beside the overview. */}
      <div className={css.filter}>
        <FilterFields />
      </div>
      {groups.length === 0 && <EmptyState icon="search" title={t`No challenges match.`} />}
      {groups.map(({ category, challenges, completed, total }) => (
        <section
          key={category.slug}
          className={css.group}
          aria-labelledby={`category-${category.slug}`}
        >
          <header className={css.head}>
            <h3 id={`category-${category.slug}`}>
              <bdi>{category.name}</bdi>
            </h3>
            <span className={css.count}>{t`${completed} of ${total} completed`}</span>
            {category.description && <p className={css.description}>{category.description}</p>}
          </header>
          <ul className={css.cards}>
            {challenges.map(one =>
              isWhole || left-- > 0 ? (
                <Card key={one.challenge.slug} of={one} />
              ) : (
                <li key={one.challenge.slug} className={card.card} />
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  )
}
