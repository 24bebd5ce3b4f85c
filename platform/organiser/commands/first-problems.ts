const most = 20

/** As many lines as somebody reads, and how many more there are. */
export function firstProblems(problems: readonly string[]): string[] {
  const more = problems.length - most
  return [...problems.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])]
}
