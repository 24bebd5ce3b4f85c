import badge from './badge.module.css'

const words: readonly RegExp[] = [
  /^(baby|trivial|warm-?up|beginner|intro|very easy|sanity)/i,
  /^(easy|leicht|einfach)/i,
  /^(medium|mid|intermediate|normal|mittel)/i,
  /^(hard|insane|expert|extreme|advanced|schwer)/i,
]
const steps = [1, 2, 3, 4] as const

/** 1 to 4 for the usual words, 0 for others. */
export const difficultyLevel = (difficulty: string) =>
  words.findIndex(word => word.test(difficulty.trim())) + 1

/** The difficulty as its author wrote it, with a meter if the word is a usual one. */
export function Tag({ difficulty }: { difficulty: string }) {
  const level = difficultyLevel(difficulty)
  if (!difficulty) return null
  return (
    <span className={badge.badge}>
      {level > 0 && (
        <span className={badge.meter} aria-hidden="true">
          {steps.map(step => (
            <i key={step} data-on={step <= level || undefined} />
          ))}
        </span>
      )}
      {difficulty}
    </span>
  )
}
