import { useLingui } from '@lingui/react/macro'
import badge from './badge.module.css'

const levels: readonly RegExp[] = [
  /^(baby|trivial|warm-?up|beginner|intro|very easy|sanity)/i,
  /^(easy|leicht|einfach)/i,
  /^(medium|mid|intermediate|normal|mittel)/i,
  /^(hard|insane|expert|extreme|advanced|schwer)/i,
]
const steps = [1, 2, 3, 4] as const

/** 1 to 4 for the usual words, 0 for others. */
export const difficultyLevel = (difficulty: string) =>
  levels.findIndex(word => word.test(difficulty.trim())) + 1

/** The difficulty in the user's language, if its word is a usual one. */
function useDifficulty(difficulty: string): string {
  const { t } = useLingui()
  const words: Record<string, string> = {
    beginner: t`Beginner`,
    easy: t`Easy`,
    leicht: t`Easy`,
    einfach: t`Easy`,
    medium: t`Medium`,
    mittel: t`Medium`,
    hard: t`Hard`,
    schwer: t`Hard`,
    expert: t`Expert`,
    insane: t`Insane`,
  }
  return words[difficulty.trim().toLowerCase()] ?? difficulty
}

/**
 * Shows a usual difficulty in the user's language and with a meter. Any other word is shown as its author
 * wrote it.
 */
export function Tag({ difficulty }: { difficulty: string }) {
  const word = useDifficulty(difficulty)
  const level = difficultyLevel(difficulty)
  if (!difficulty) return null
  return (
    <span className={badge.tag}>
      {level > 0 && (
        <span className={badge.meter} aria-hidden="true">
          {steps.map(step => (
            <i key={step} data-on={step <= level || undefined} />
          ))}
        </span>
      )}
      {word}
    </span>
  )
}
