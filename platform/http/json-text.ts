/** Frequent answers are the same object until something changes. */
const texts = new WeakMap<object, string>()

/** An answer as JSON. The text is made once for each object. */
export function jsonText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer)
  const known = texts.get(answer)
  if (known !== undefined) return known
  const text = JSON.stringify(answer)
  texts.set(answer, text)
  return text
}
