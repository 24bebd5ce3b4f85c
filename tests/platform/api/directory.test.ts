import { expect, test } from 'vitest'
import { createDirectory } from '../../../platform/api/directory.ts'
import { realClock } from '../../../platform/clock.ts'
import type { EventDefinition } from '../../../platform/event/model.ts'
import type { Identity } from '../../../platform/identity/identity.ts'
import { openBus } from '../open-bus.ts'

interface Names {
  username?: string
  displayName?: string
}

/** A new user, of whom the token and then the issuer say these names. */
async function newcomer(inToken: Names, ofIssuer: Names) {
  const { database, bus } = await openBus()
  const identity = { realm: 'issuer', describe: async () => ofIssuer } as unknown as Identity
  const event = { current: { teamMode: false } as EventDefinition }
  const directory = createDirectory({ database, bus, identity, event, clock: realClock })
  const claims = { subject: 'subject-1', expires: 0, ...inToken }
  const { user, account } = await directory.resolve('token', claims)
  return [user.username, user.displayName, account?.displayName]
}

test.each<[Names, Names, (string | null)[]]>([
  [{ username: 'ann', displayName: 'Ann Bee' }, {}, ['ann', 'Ann Bee', 'Ann Bee']],
  [{ username: 'ann' }, { displayName: 'Ann Bee' }, ['ann', null, 'ann']],
  [{}, { username: 'ann', displayName: 'Ann Bee' }, ['ann', 'Ann Bee', 'Ann Bee']],
  [{}, { displayName: 'Ann Bee' }, ['Ann Bee', 'Ann Bee', 'Ann Bee']],
  [{}, {}, ['subject-1', null, 'subject-1']],
])(
  'a user with %j in the token and %j at the issuer is called %j',
  async (token, issuer, names) => {
    expect(await newcomer(token, issuer)).toEqual(names)
  },
)
