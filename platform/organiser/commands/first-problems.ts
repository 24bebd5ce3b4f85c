const maxShown = 20

/** The first problems, as many as a person reads, and how many more there are. */
export function firstProblems(problems: readonly string[]): string[] {
  const more = problems.length - maxShown
  return [...problems.slice(0, maxShown), ...(more > 0 ? [`and ${more} more`] : [])]
}
