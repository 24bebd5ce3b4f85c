import { Plural, useLingui } from '@lingui/react/macro'
import { refOf } from '../../../domain/challenge.ts'
import type { OverviewChallenge } from '../../../domain/overview.ts'
import { challengePath } from '../../../machines/navigation/pages.ts'
import { RunningMarker } from '../../art/markers.tsx'
import { Link } from '../../controls/link.tsx'
import badge from '../../feedback/badge.module.css'
import { Tag } from '../../feedback/tag.tsx'
import css from './card.module.css'
import { CardState } from './card-state.tsx'
import { SolveCount } from './solve-count.tsx'

/** One challenge. A click anywhere on the card opens it, except on the links to what it needs. */
export function Card({ of }: { of: OverviewChallenge }) {
  const { t } = useLingui()
  const { challenge, points, tags, isRunning, isCompleted, needs } = of
  return (
    <li
      className={css.card}
      data-solved={isCompleted || undefined}
      data-locked={needs.length > 0 || undefined}
    >
      <div className={css.head}>
        <Link href={challengePath(refOf(challenge))} className={css.name}>
          <bdi>{challenge.name}</bdi>
        </Link>
        {isRunning && <RunningMarker label={t`Running`} />}
        {points !== null && (
          <span className={css.points}>
            <Plural value={points} one="# point" other="# points" />
          </span>
        )}
      </div>
      <div className={css.tags}>
        <Tag difficulty={challenge.difficulty} />
        {tags.map(tag => (
          <span key={tag} className={badge.tag}>
            {tag}
          </span>
        ))}
      </div>
      <CardState of={of} />
      <SolveCount of={of} />
    </li>
  )
}
