import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createFlagOwners } from '../../../platform/event/flag-owners.ts'
import { boundFlag, flagKey, flagVariables, matchFlag } from '../../../platform/event/flags.ts'
import type { FlagDefinition, FlagText } from '../../../platform/event/model.ts'

const secret = 'the secret of the event'
const prefix = 'GUIDON'

const flag = (id: string, text: Partial<FlagText>, alternatives: FlagText[] = []) =>
  ({
    id,
    kind: 'static',
    content: '',
    caseInsensitive: false,
    share: 1,
    alternatives,
    ...text,
  }) as const

const challengeOf = (...flags: FlagDefinition[]) => ({
  rowName: { category: 'web', slug: 'pilot' },
  flags,
})

const submit = (
  challenge: ReturnType<typeof challengeOf>,
  text: string,
  otherAccountIds: () => Iterable<string> = () => [],
) => {
  const owners = createFlagOwners(secret)
  return matchFlag({ challenge, text, prefix, secret, accountId: 'alice', owners, otherAccountIds })
}

const rejected = { verdict: 'rejected' }

describe('a static flag', () => {
  const one = flag('1', { content: 'GUIDON{Up!}' })
  const challenge = challengeOf(one)

  test('is accepted as it is, with spaces around it', async () => {
    expect(await submit(challenge, '  GUIDON{Up!}\n')).toEqual({ verdict: 'accepted', flag: one })
  })

  test.each(['GUIDON{up!}', 'GUIDON{Up!}}', 'GUIDON{Up', '', ' '])('%j is another', async text => {
    expect(await submit(challenge, text)).toEqual(rejected)
  })

  test('is accepted in any case where its file says so', async () => {
    const any = flag('1', { content: 'GUIDON{Up!}', caseInsensitive: true })
    expect(await submit(challengeOf(any), 'guidon{uP!}')).toEqual({
      verdict: 'accepted',
      flag: any,
    })
  })

  test('is accepted by its alternatives too', async () => {
    const other = flag('1', { content: 'A' }, [
      { kind: 'static', content: 'B', caseInsensitive: false },
    ])
    expect(await submit(challengeOf(other), 'B')).toEqual({ verdict: 'accepted', flag: other })
  })
})

describe('a pattern', () => {
  const accepts = async (content: string, text: string, caseInsensitive = false) => {
    const { verdict } = await submit(
      challengeOf(flag('1', { kind: 'regex', content, caseInsensitive })),
      text,
    )
    return verdict === 'accepted'
  }

  test('takes the whole text, as CTFd does', async () => {
    expect(await accepts('up|down', 'up')).toBe(true)
    expect(await accepts('up|down', 'upward')).toBe(false)
    expect(await accepts('up|down', 'turndown')).toBe(false)
  })

  test('may be written as Python does', async () => {
    const pattern = String.raw`(?i)\AG\{(?P<word>a+)_(?P=word)\}\Z`
    expect(await accepts(pattern, 'g{AA_aa}')).toBe(true)
    expect(await accepts(pattern, 'g{AA_a}')).toBe(false)
  })

  test('is case-sensitive unless its file says otherwise', async () => {
    expect(await accepts('G{x}', 'g{X}')).toBe(false)
    expect(await accepts('G{x}', 'g{X}', true)).toBe(true)
  })

  test('that backtracks without end is stopped, and the next one still works', async () => {
    expect(await accepts('(a+)+b', 'a'.repeat(60))).toBe(false)
    expect(await accepts('(a+)+b', 'aaab')).toBe(true)
  })

  test('never sees more than 4096 characters', async () => {
    expect(await accepts('a+', 'a'.repeat(4096))).toBe(true)
    expect(await accepts('a+', 'a'.repeat(4097))).toBe(false)
  })
})

describe('a bound flag', () => {
  const one = flag('first', { kind: 'bound', content: 'first' })
  const two = flag('sec-ond!', { kind: 'bound', content: 'sec-ond!' })
  const challenge = challengeOf(one, two)
  const flagOf = (accountId: string, { id }: { id: string }, of = challenge) =>
    boundFlag(secret, { prefix, accountId, flagId: flagKey(of, { id }), id })

  test('is prefix, id and proof, and the proof is an HMAC of account and flag', () => {
    const proof = createHmac('sha256', secret).update('alice\nweb/pilot/first').digest('base64url')
    expect(flagOf('alice', one)).toBe(`GUIDON{first::${proof}}`)
  })

  test('reaches the environment by variables', () => {
    const variables = flagVariables(challengeOf(flag('0', { content: 'x' }), one, two), {
      secret,
      prefix,
      accountId: 'alice',
    })
    expect(variables).toEqual({
      FLAG: flagOf('alice', one),
      FLAG_FIRST: flagOf('alice', one),
      FLAG_SEC_OND_: flagOf('alice', two),
    })
  })

  test('is accepted from its account', async () => {
    expect(await submit(challenge, flagOf('alice', two))).toEqual({
      verdict: 'accepted',
      flag: two,
    })
  })

  test('of another account is reported as shared, with its owner', async () => {
    const others = () => ['bob', 'carol', 'dave']
    expect(await submit(challenge, flagOf('carol', one), others)).toEqual({
      verdict: 'shared',
      flag: one,
      accountId: 'carol',
    })
  })

  test('of nobody is rejected', async () => {
    const text = flagOf('mallory', one)
    expect(await submit(challenge, text, () => ['bob'])).toEqual(rejected)
    expect(await submit(challenge, text.replace('first', 'other'), () => ['mallory'])).toEqual(
      rejected,
    )
  })

  test('of another challenge or event is rejected', async () => {
    const otherChallenge = { ...challenge, rowName: { category: 'web', slug: 'other' } }
    expect(await submit(challenge, flagOf('alice', one, otherChallenge))).toEqual(rejected)
    const flagId = flagKey(challenge, one)
    const otherEvent = boundFlag('other', { prefix, accountId: 'alice', flagId, id: 'first' })
    expect(await submit(challenge, otherEvent)).toEqual(rejected)
  })

  test('asks for other accounts only when the text could be one of theirs', async () => {
    const never = () => {
      throw new Error('asked')
    }
    expect(await submit(challenge, 'GUIDON{first}', never)).toEqual(rejected)
    expect(await submit(challenge, 'GUIDON{first::short}', never)).toEqual(rejected)
    expect(await submit(challenge, flagOf('alice', one), never)).toMatchObject({
      verdict: 'accepted',
    })
  })

  test('is looked for among 10,000 accounts, and nobody else waits for it', async () => {
    const accounts = Array.from({ length: 10_000 }, (_, at) => `account-${at}`)
    const owners = createFlagOwners(secret)
    const input = { challenge, prefix, secret, accountId: 'alice', owners }
    const look = (text: string) => matchFlag({ ...input, text, otherAccountIds: () => accounts })
    // Processor time in milliseconds, since other processes may run in between.
    const work = () => process.cpuUsage().user / 1000
    let longest = 0
    let turn = work()
    const timer = setInterval(() => {
      longest = Math.max(longest, work() - turn)
      turn = work()
    }, 1)
    const found = await look(flagOf('account-9999', two))
    clearInterval(timer)
    longest = Math.max(longest, work() - turn)
    expect(found).toMatchObject({ verdict: 'shared', accountId: 'account-9999' })
    expect(longest).toBeLessThan(20)
    // Who came since is looked for, too.
    accounts.push('late')
    expect(await look(flagOf('late', two))).toMatchObject({ accountId: 'late' })
    expect(await look(flagOf('nobody', two))).toEqual(rejected)
  })
})
