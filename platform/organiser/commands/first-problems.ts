const most = 20

/** The first problems, as many as a person reads, and how many more there are. */
export function firstProblems(problems: readonly string[]): string[] {
  const more = problems.length - most
  return [...problems.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])]
}
