import { Plural, Trans } from '@lingui/react/macro'
import type { OverviewChallenge } from '../../../domain/overview.ts'
import css from './card.module.css'

/** How many solved it, and who was first; nothing if the backend does not say. */
export function SolveCount({ of: { solves, firstBlood } }: { of: OverviewChallenge }) {
  if (solves === null) return null
  const name = firstBlood?.displayName
  return (
    <p className={css.solves}>
      <span>
        {solves === 0 ? (
          <Trans>No solves yet</Trans>
        ) : (
          <Plural value={solves} one="# solve" other="# solves" />
        )}
      </span>
      {name && (
        <span className={css.first} data-own={firstBlood?.isOwn || undefined} title={name}>
          <Trans>
            First blood: <span translate="no">{name}</span>
          </Trans>
        </span>
      )}
    </p>
  )
}
