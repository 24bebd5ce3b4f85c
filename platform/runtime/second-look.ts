/**
 * Finds what looks forgotten in two looks in a row. What ends during a look may seem forgotten once, but not twice.
 *
 * @returns those of a look that the look before it had, too
 */
export function createSecondLook() {
  let last = new Set<string>()

  return <Row extends { readonly id: string }>(found: readonly Row[]): Row[] => {
    const again = found.filter(({ id }) => last.has(id))
    last = new Set(found.map(({ id }) => id))
    return again
  }
}
