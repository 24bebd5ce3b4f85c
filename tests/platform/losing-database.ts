import type { Database } from '../../platform/database/database.ts'

/** The database, with `lose`: its connection was lost and is back. */
export function losingDatabase(database: Database) {
  let lose = () => {}
  const listen: Database['listen'] = (channel, listener, again) => {
    lose = () => again?.()
    return database.listen(channel, listener, again)
  }
  return { database: { ...database, listen }, lose: () => lose() }
}
