// JavaScript's default order puts '10' before '2'.
const { compare } = new Intl.Collator(undefined, { numeric: true })

/** Orders by name, and numbers within names by their value. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  compare(a.name, b.name)
