/**
 * Every table of the platform. The invariants of an event are constraints here, so that no race
 * between two requests, and no second replica, can break them.
 */
import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import type { Endpoint, EndReason, FlugzeugStatus, InstanceState } from '../../src/api/contract.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Settings of the platform: the event's secret, signing keys, first start. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

/** Who can sign in at the embedded identity provider. */
export const signInAccounts = pgTable(
  'sign_in_accounts',
  {
    /** The subject of its tokens. */
    id: text().primaryKey(),
    username: text().notNull(),
    /** The key for signing in: `signInKey` of the username, so that Alice and alice are the same. */
    usernameKey: text('username_key').notNull().unique(),
    /**
     * A PHC string of Argon2id; or the older `scrypt$N$r$p$salt$hash`; or `link$HASH`, until somebody has chosen a
     * password by a link.
     */
    password: text().notNull(),
    createdAt: instant('created_at').notNull(),
    /** SHA-256 of the terms that were accepted when it was created; null: the event had none. */
    termsHash: text('terms_hash'),
    termsAcceptedAt: instant('terms_accepted_at'),
  },
  table => [
    check(
      'sign_in_accounts_terms',
      sql`(${table.termsHash} is null) = (${table.termsAcceptedAt} is null)`,
    ),
  ],
)

/** The names that sign-in accounts have, so that none looks like another's: see `nameKeys`. */
export const usernames = pgTable(
  'usernames',
  {
    key: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => signInAccounts.id, { onDelete: 'cascade' }),
  },
  table => [index('usernames_account').on(table.accountId)],
)

/** Codes that allow a new sign-in account, while only invited people may create one. */
export const inviteCodes = pgTable(
  'invite_codes',
  {
    /** Names it where the code must not be seen. */
    id: text().primaryKey(),
    code: text().notNull().unique(),
    /** Sign-in accounts that may still be created with it. */
    left: integer().notNull(),
    /** Sign-in accounts that were. */
    used: integer().notNull(),
    madeAt: instant('made_at').notNull(),
  },
  table => [check('invite_codes_left', sql`${table.left} >= 0 and ${table.used} >= 0`)],
)

/** Sessions, grants, codes and tokens of the embedded identity provider, as its adapter keeps them. */
export const oidcRecords = pgTable(
  'oidc_records',
  {
    model: text().notNull(),
    /** SHA-256 of the id, which is a secret; of a grant, the id. */
    id: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    uid: text(),
    consumedAt: instant('consumed_at'),
    expiresAt: instant('expires_at'),
  },
  table => [
    primaryKey({ columns: [table.model, table.id] }),
    index('oidc_records_grant').on(table.grantId),
    index('oidc_records_uid').on(table.uid),
    index('oidc_records_expiry').on(table.expiresAt),
  ],
)

/** Grants that were revoked, until no access token of them can be left. */
export const revokedGrants = pgTable('revoked_grants', {
  id: text().primaryKey(),
  until: instant('until').notNull(),
})

/** The sign-ins of sign-in accounts; the sessions of the embedded provider do not contain this. */
export const signIns = pgTable(
  'sign_ins',
  {
    /** The id of its session in `oidc_records`. */
    uid: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => signInAccounts.id, { onDelete: 'cascade' }),
    /** The browser's user agent. */
    userAgent: text('user_agent').notNull(),
    madeAt: instant('made_at').notNull(),
    usedAt: instant('used_at').notNull(),
  },
  table => [index('sign_ins_account').on(table.accountId)],
)

/** Every user whose token the API has accepted, of any issuer. */
export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    /** `embedded`, or the URL of an external issuer. */
    issuer: text().notNull(),
    subject: text().notNull(),
    username: text().notNull(),
    displayName: text('display_name'),
    /** The code that links the user to Discord. */
    externalId: text('external_id').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  table => [unique('users_subject').on(table.issuer, table.subject)],
)

export const teams = pgTable('teams', {
  id: text().primaryKey(),
  name: text().notNull(),
  joinToken: text('join_token').notNull().unique(),
  createdAt: instant('created_at').notNull(),
})

/** The names that teams have, so that none looks like another's: see `nameKeys`. */
export const teamNames = pgTable(
  'team_names',
  {
    key: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
  },
  table => [index('team_names_team').on(table.teamId)],
)

/** A user is in one team at most. Numbered places limit a team's size. */
export const teamMembers = pgTable(
  'team_members',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** 1 to the team's size. */
    place: integer('seat').notNull(),
    joinedAt: instant('joined_at').notNull(),
  },
  table => [
    unique('team_members_seat').on(table.teamId, table.place),
    check('team_members_seat_positive', sql`${table.place} > 0`),
  ],
)

/** What scores: teams in team mode, else users. `id` is the team's or the user's. */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    displayName: text('display_name').notNull(),
    scoreGroup: text('score_group'),
    scoreGroupAt: instant('score_group_at'),
    /** Since then organisers have kept it out. Its rows stay, and give no points. */
    bannedAt: instant('banned_at'),
    /** Since then it plays without being on a board, and changes no values. */
    hiddenAt: instant('hidden_at'),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('accounts_score_group').on(table.scoreGroup)],
)

/**
 * The challenges that the event has or had. Rows of other tables refer to their category and slug, which
 * stay when an organiser renames a challenge.
 */
export const challenges = pgTable(
  'challenges',
  {
    category: text().notNull(),
    slug: text().notNull(),
    /** As its file gives it. */
    id: text(),
    /** Its folder, or its file where a folder has several; relative to the event's. */
    place: text().notNull(),
    /** As it was last read without mistakes. Not jsonb, which would change the order of fields. */
    definition: json().notNull(),
  },
  table => [primaryKey({ columns: [table.category, table.slug] })],
)

/** Accepted flags. */
export const solves = pgTable(
  'solves',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    category: text().notNull(),
    slug: text().notNull(),
    flagId: text('flag_id').notNull(),
    /** Who submitted it. */
    userId: text('user_id').notNull(),
    solvedAt: instant('solved_at').notNull(),
    /** False after the event's end: kept, without points. */
    counts: boolean().notNull(),
  },
  table => [
    primaryKey({ columns: [table.accountId, table.category, table.slug, table.flagId] }),
    index('solves_challenge').on(table.category, table.slug),
  ],
)

/** Hints that accounts have taken, each once. */
export const hintsTaken = pgTable(
  'hints_taken',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    category: text().notNull(),
    slug: text().notNull(),
    hintId: text('hint_id').notNull(),
    /** Who took it. */
    userId: text('user_id').notNull(),
    /** Its points when it was taken: later changes by organisers cost nobody anything. */
    cost: integer().notNull(),
    takenAt: instant('taken_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.accountId, table.category, table.slug, table.hintId] }),
    check('hints_taken_cost_positive', sql`${table.cost} > 0`),
  ],
)

/** Points that organisers gave or took, each time with a reason for the account. */
export const awards = pgTable(
  'awards',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Negative: they were taken. */
    points: integer().notNull(),
    /** By language. */
    reason: jsonb().$type<Record<string, string>>().notNull(),
    madeAt: instant('made_at').notNull(),
  },
  table => [
    index('awards_account').on(table.accountId),
    check('awards_points_not_zero', sql`${table.points} <> 0`),
    check(
      'awards_reason_given',
      sql`jsonb_typeof(${table.reason}) = 'object' and ${table.reason} <> '{}'::jsonb`,
    ),
  ],
)

/** Every verdict. */
export const submissions = pgTable(
  'submissions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    accountId: text('account_id').notNull(),
    userId: text('user_id').notNull(),
    category: text().notNull(),
    slug: text().notNull(),
    flagId: text('flag_id'),
    /** One of `submissionStatus`. */
    status: integer().notNull(),
    /** The account that the bound flag belongs to, if it is not the account that submitted it. */
    sharedFrom: text('shared_from'),
    /** The text that was submitted, if it was rejected, until the event is over. Null also for a very long one. */
    text: text(),
    submittedAt: instant('submitted_at').notNull(),
  },
  table => [
    index('submissions_shared').on(table.sharedFrom),
    index('submissions_account').on(table.accountId, table.id),
  ],
)

/** The environments of accounts. Numbered slots limit how many an account may have. */
export const environments = pgTable(
  'environments',
  {
    /** The driver's name of the environment. */
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    category: text().notNull(),
    slug: text().notNull(),
    /** 1 to the event's maximum; null where the event has none. */
    slot: integer(),
    /** `queued`: starting, and waiting for memory. */
    state: text().$type<InstanceState | 'queued'>().notNull(),
    scheduledStop: instant('scheduled_stop'),
    endpoints: jsonb().$type<Endpoint[]>().notNull().default([]),
    /** Which driver runs it. */
    driver: text().notNull(),
    startedBy: text('started_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The replica that runs it; null: none, in rows of older versions. */
    owner: text(),
  },
  table => [
    unique('environments_challenge').on(table.accountId, table.category, table.slug),
    unique('environments_slot').on(table.accountId, table.slot),
  ],
)

/** How the last environment of an account and challenge ended, if nobody stopped it. */
export const environmentEnds = pgTable(
  'environment_ends',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    category: text().notNull(),
    slug: text().notNull(),
    reason: text().$type<EndReason>().notNull(),
    endedAt: instant('ended_at').notNull(),
  },
  table => [primaryKey({ columns: [table.accountId, table.category, table.slug] })],
)

/** The replicas that share this database, and run environments and desktops. */
export const replicas = pgTable('replicas', {
  id: text().primaryKey(),
  /** Incremented while it is alive. The others watch the count, so that clocks need not agree. */
  heartbeats: integer('beat').notNull(),
  /** Where the others reach it; null: they cannot. */
  url: text(),
})

/** One remote desktop for each user at most. */
export const desktops = pgTable('desktops', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  id: text().notNull().unique(),
  status: text().$type<FlugzeugStatus>().notNull(),
  stopAt: instant('stop_at'),
  createdAt: instant('created_at').notNull(),
  /** The replica that has its home folder; null in rows of older versions: the first that finds it. */
  owner: text(),
  /** The token by which team mates may watch it; null: they may not. */
  view: text().unique(),
})

/** WireGuard keys and addresses, one of each for a user. */
export const vpnPeers = pgTable('vpn_peers', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  privateKey: text('private_key').notNull(),
  publicKey: text('public_key').notNull().unique(),
  ipv4Address: text('ipv4_address').notNull().unique(),
  latestHandshake: instant('latest_handshake'),
  createdAt: instant('created_at').notNull(),
})

/**
 * Attempts that replicas count together: what `rate-limiter-flexible` keeps. Unlogged: a crash of the
 * server empties it.
 */
export const attempts = pgTable(
  'attempts',
  {
    /** Names the action, and the account or network. */
    key: text().primaryKey(),
    points: integer().notNull(),
    expire: instant('expire'),
  },
  table => [index('attempts_expiry').on(table.expire)],
)

/** The first reply to each change, to be sent again. Empty columns: the change still runs. */
export const idempotency = pgTable(
  'idempotency',
  {
    userId: text('user_id').notNull(),
    key: text().notNull(),
    /** HMAC of method, path and body: one key is one request. */
    fingerprint: text().notNull(),
    status: integer(),
    headers: jsonb().$type<Record<string, string>>(),
    body: text(),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_age').on(table.createdAt),
  ],
)

/** Marks of committed transactions, for an attempt that lost the answer to its commit. */
export const commits = pgTable(
  'commits',
  {
    id: text().primaryKey(),
    madeAt: instant('made_at').notNull().defaultNow(),
  },
  table => [index('commits_age').on(table.madeAt)],
)

/** What organisers did by command: who, when and what. */
export const organiserLog = pgTable('organiser_log', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  madeAt: instant('made_at').notNull(),
  /** The user of the operating system. */
  who: text().notNull(),
  command: text().notNull(),
  /** As it was asked for, without secrets. */
  input: jsonb().notNull(),
  changes: jsonb()
    .$type<{ what: string; before: string | null; after: string | null }[]>()
    .notNull(),
})
