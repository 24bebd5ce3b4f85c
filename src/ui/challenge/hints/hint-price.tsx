import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '../../feedback/notice.tsx'
import { pointsText } from '../../text/points.ts'

interface HintPriceProps {
  /** What the account has now. */
  score: number
  cost: number
  inTeams: boolean
}

/** What a hint leaves of the score. It may cost more than the account has. */
export function HintPrice({ score, cost, inTeams }: HintPriceProps) {
  const { i18n } = useLingui()
  const before = pointsText(i18n, score)
  const after = pointsText(i18n, score - cost)
  return (
    <>
      <p>
        <Trans>
          Score now: <strong>{before}</strong>. With this hint: <strong>{after}</strong>.
        </Trans>
      </p>
      {score < cost && (
        <Notice tone="warn">
          {inTeams ? (
            <Trans>That is more than your team has. Its score falls below zero.</Trans>
          ) : (
            <Trans>That is more than you have. Your score falls below zero.</Trans>
          )}
        </Notice>
      )}
    </>
  )
}
