/** Which steps a walk has tried in each place, and where each of them led. */
export function createTriedSteps() {
  const places = new Map<string, Map<string, string | null>>()
  /** The untried steps of each place, in order. They are cached because they are read far more often than changed. */
  const rests = new Map<string, readonly string[]>()

  const untried = (place: string): readonly string[] => rests.get(place) ?? []

  function took(place: string, label: string, next: string) {
    places.get(place)?.set(label, next)
    if (untried(place).includes(label))
      rests.set(
        place,
        untried(place).filter(one => one !== label),
      )
  }

  return {
    untried,
    /** Steps that may be taken here. */
    visit(place: string, labels: readonly string[]) {
      const known = places.get(place) ?? new Map<string, string | null>()
      places.set(place, known)
      const unknown = new Set(labels.filter(label => !known.has(label)))
      if (unknown.size === 0) return
      for (const label of unknown) known.set(label, null)
      rests.set(place, [...untried(place), ...unknown])
    },
    /** Gives up steps that were possible here before, and are not now: no way leads to them. */
    giveUp(place: string, possible: readonly string[]) {
      for (const label of untried(place)) if (!possible.includes(label)) took(place, label, place)
    },
    took,
    /** The first step of the shortest way to a place with an untried step; null: there is no way. */
    towardsUntried(from: string): string | null {
      const seen = new Set([from])
      let edge = [...(places.get(from) ?? [])].map(([first, place]) => ({ first, place }))
      while (edge.length > 0) {
        const beyond: typeof edge = []
        for (const { first, place } of edge) {
          if (place === null || seen.has(place)) continue
          seen.add(place)
          for (const [, next] of places.get(place) ?? []) {
            if (next === null) return first
            beyond.push({ first, place: next })
          }
        }
        edge = beyond
      }
      return null
    },
    untriedInAll: () => [...places.keys()].reduce((sum, place) => sum + untried(place).length, 0),
    tried: () =>
      [...places.values()].reduce(
        (sum, steps) => sum + [...steps.values()].filter(next => next !== null).length,
        0,
      ),
  }
}
