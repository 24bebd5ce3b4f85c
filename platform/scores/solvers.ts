import { eq } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Database, Db } from '../database/database.ts'
import { accounts, awards, hintsTaken, solves, users } from '../database/schema.ts'
import { rowKey } from '../event/challenge-key.ts'
import { type Page, readPages, solversOf } from './read-pages.ts'
import {
  type Award,
  addAward,
  addHint,
  addSolve,
  createSolver,
  isSameSolver,
  type NewSolve,
  type Solver,
  type TakenHint,
} from './solver.ts'

/** A solve with the name of the user who submitted it. */
export type NamedSolve = NewSolve & { username: string }

/** The accounts with a score group that take part, and all that they solved: kept in memory. */
export interface Solvers {
  get(id: string): Solver | undefined
  /** Leaves out hidden accounts. */
  inGroup(group: string): Solver[]
  /** The username of a user who has solved something. */
  username(userId: string): string | undefined
  /** Adds what the database has of an account, because the message of another replica may be late. */
  reread(id: string): Promise<void>
  /**
   * The methods below publish within a transaction. They return a function that counts the change in this
   * replica. Call it after the commit.
   */
  solved(tx: Db, solve: NamedSolve): Promise<() => void>
  hintTaken(tx: Db, hint: TakenHint): Promise<() => void>
  joined(tx: Db, id: string): Promise<() => Promise<void>>
  /** Many accounts at once, which have solved nothing yet. */
  added(tx: Db): Promise<() => Promise<void>>
  deleted(tx: Db, id: string): Promise<() => void>
  /** Accounts whose solves, hints, points or name an organiser changed. */
  corrected(tx: Db, ids: readonly string[]): Promise<() => Promise<void>>
}

/** Gets each change, one after the other. */
export interface SolverChanges {
  /** The account comes with what it has solved already. */
  added(solver: Solver): void
  /** The account still has the flags of the last change that was reported. */
  removed(solver: Solver): void
  /** The account solved one more flag of the challenge with this key. */
  solved(solver: Solver, key: string): void
  /**
   * The account took a hint, or an organiser gave or took points.
   *
   * @param at milliseconds since the epoch
   */
  adjusted(solver: Solver, at: number): void
}

interface SolversOptions {
  database: Database
  bus: Bus
  changes: SolverChanges
}

interface Replacement {
  /** What came in for the account since it began. */
  readonly arrived: ((solver: Solver) => void)[]
  readonly done: Promise<void>
}

const maxIds = 100

export async function createSolvers({ database, bus, changes }: SolversOptions): Promise<Solvers> {
  const solvers = new Map<string, Solver>()
  const groups = new Map<string, Set<Solver>>()
  const usernames = new Map<string, string>()
  /** Counts reads. A read that began before an account was replaced must not bring back what it had. */
  let reads = 0
  const replacedAt = new Map<string, number>()
  /** The newest replacement of each account that is being replaced. */
  const replacements = new Map<string, Replacement>()

  /** Boards do not know accounts that are hidden. */
  const shown = ({ isHidden }: Solver) => (isHidden ? undefined : changes)
  const join = (solver: Solver) => {
    solvers.set(solver.id, solver)
    if (solver.isHidden) return
    const group = groups.get(solver.group) ?? new Set()
    groups.set(solver.group, group.add(solver))
    changes.added(solver)
  }
  const forget = (id: string) => {
    const solver = solvers.get(id)
    if (!solver) return
    solvers.delete(id)
    if (solver.isHidden) return
    groups.get(solver.group)?.delete(solver)
    changes.removed(solver)
  }
  const add = (solve: NewSolve) => {
    const solver = solvers.get(solve.accountId)
    replacements.get(solve.accountId)?.arrived.push(replaced => addSolve(replaced, solve))
    if (solver && addSolve(solver, solve)) shown(solver)?.solved(solver, rowKey(solve))
  }
  const addTaken = (hint: TakenHint) => {
    const solver = solvers.get(hint.accountId)
    replacements.get(hint.accountId)?.arrived.push(replaced => addHint(replaced, hint))
    if (solver && addHint(solver, hint)) shown(solver)?.adjusted(solver, hint.takenAt.getTime())
  }
  const addGiven = (award: Award) => {
    const solver = solvers.get(award.accountId)
    if (solver && addAward(solver, award)) shown(solver)?.adjusted(solver, award.madeAt.getTime())
  }
  // Merges what it reads, and replaces nothing: a flag that comes in while the database is read must
  // not be lost.
  const read = async (only?: string, seen?: (page: Page) => void) => {
    const begun = ++reads
    const isCurrent = (id: string) => (replacedAt.get(id) ?? 0) < begun
    const missing = new Set(only === undefined ? solvers.keys() : [])
    for await (const page of readPages(database.db, only)) {
      for (const row of page.accounts) {
        missing.delete(row.id)
        if (!solvers.has(row.id) && isCurrent(row.id)) join(createSolver(row, row.scoreGroup))
      }
      for (const hint of page.hints) if (isCurrent(hint.accountId)) addTaken(hint)
      for (const award of page.awards) if (isCurrent(award.accountId)) addGiven(award)
      for (const { id, username } of page.users) usernames.set(id, username)
      for (const solve of page.solves) if (isCurrent(solve.accountId)) add(solve)
      seen?.(page)
    }
    for (const id of missing) if (isCurrent(id)) forget(id)
  }
  // Until the account is read, others see its earlier state.
  const replace = (id: string): Promise<void> => {
    replacedAt.set(id, ++reads)
    const arrived: Replacement['arrived'] = []
    const isNewest = () => replacements.get(id)?.arrived === arrived
    const done = readAsNew(id, arrived).finally(() => isNewest() && replacements.delete(id))
    replacements.set(id, { arrived, done })
    return done
  }
  const readAsNew = async (id: string, arrived: Replacement['arrived']): Promise<void> => {
    const { db } = database
    const [row] = await db.select().from(accounts).where(eq(accounts.id, id))
    const taken = await db.select().from(hintsTaken).where(eq(hintsTaken.accountId, id))
    const given = await db.select().from(awards).where(eq(awards.accountId, id))
    const rows = await db
      .select({ solve: solves, username: users.username })
      .from(solves)
      .leftJoin(users, eq(users.id, solves.userId))
      .where(eq(solves.accountId, id))
    const newest = replacements.get(id)
    // Another correction has begun meanwhile, and reads later. Callers of this one wait for that one.
    if (newest?.arrived !== arrived) return newest?.done
    forget(id)
    if (!row?.scoreGroup || row.bannedAt) return
    const solver = createSolver(row, row.scoreGroup)
    for (const hint of taken) addHint(solver, hint)
    for (const award of given) addAward(solver, award)
    for (const { solve, username } of rows) {
      addSolve(solver, solve)
      usernames.set(solve.userId, username ?? '')
    }
    for (const bring of arrived) bring(solver)
    join(solver)
  }
  // `read` only adds. If an organiser took something back while messages were lost, the account is read as a new one.
  // An account with a flag that came in meanwhile is read once more, too.
  const renew = async () => {
    const changed: string[] = []
    await read(undefined, page => {
      for (const [id, stored] of solversOf(page)) {
        const solver = solvers.get(id)
        if (!solver || !isSameSolver(solver, stored)) changed.push(id)
      }
    })
    for (const id of changed) await replace(id)
  }
  const known = async (id: string) => {
    if (!solvers.has(id)) await read(id)
  }

  bus.on('flag.solved', async ({ username, ...solve }) => {
    await known(solve.accountId)
    usernames.set(solve.userId, username)
    add({ ...solve, solvedAt: new Date(solve.solvedAt) })
  })
  bus.on('hint.taken', async hint => {
    await known(hint.accountId)
    addTaken({ ...hint, takenAt: new Date(hint.takenAt) })
  })
  bus.on('scoreGroup.chosen', known)
  bus.on('accounts.added', () => read())
  bus.on('account.deleted', forget)
  bus.on('accounts.corrected', async ids => {
    for (const id of ids) await replace(id)
  })
  bus.onLoss(renew)
  await read()

  return {
    get: id => solvers.get(id),
    inGroup: group => [...(groups.get(group) ?? [])],
    username: userId => usernames.get(userId) || undefined,
    reread: read,
    solved: (tx, solve) => bus.publishIn(tx, 'flag.solved', solve),
    hintTaken: (tx, hint) => bus.publishIn(tx, 'hint.taken', hint),
    deleted: (tx, id) => bus.publishIn(tx, 'account.deleted', id),
    async corrected(tx, ids) {
      const tell: (() => Promise<void>)[] = []
      // A message has room for some ids only.
      for (let at = 0; at < ids.length; at += maxIds)
        tell.push(await bus.publishIn(tx, 'accounts.corrected', ids.slice(at, at + maxIds)))
      return async () => {
        await Promise.all(tell.map(one => one()))
      }
    },
    added: tx => bus.publishIn(tx, 'accounts.added', null),
    async joined(tx, id) {
      await bus.publishIn(tx, 'scoreGroup.chosen', id)
      return () => read(id)
    },
  }
}
