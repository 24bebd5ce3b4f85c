/** Mutants that survive and may, by machine and label, with the reason. Checked by `npm run mutate`. */
export const equivalents: Readonly<Record<string, Readonly<Record<string, string>>>> = {}
