import { createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { boundFlag, flagKey, flagVariables, matchFlag } from '../../../platform/event/flags.ts'
import type { FlagDefinition, FlagText } from '../../../platform/event/model.ts'
import { trimPasted } from '../../../src/domain/text/trim-pasted.ts'

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

const alice = '0d5b1c6e-5c1f-4b0e-9b1a-3f2f6f0a7a11'
const carol = 'f3a9c0de-0000-4000-8000-00000000ca01'

const submit = (challenge: ReturnType<typeof challengeOf>, text: string, accountId = alice) =>
  matchFlag({ challenge, text, prefix, secret, accountId })

const rejected = { verdict: 'rejected' }

describe('a static flag', () => {
  const one = flag('1', { content: 'GUIDON{Up!}' })
  const challenge = challengeOf(one)

  test('is accepted as it is, with spaces around it', () => {
    expect(submit(challenge, '  GUIDON{Up!}\n')).toEqual({ verdict: 'accepted', flag: one })
  })

  test.each(['GUIDON{up!}', 'GUIDON{Up!}}', 'GUIDON{Up', '', ' '])('%j is another', text => {
    expect(submit(challenge, text)).toEqual(rejected)
  })

  test('is accepted in any case where its file says so', () => {
    const any = flag('1', { content: 'GUIDON{Up!}', caseInsensitive: true })
    expect(submit(challengeOf(any), 'guidon{uP!}')).toEqual({
      verdict: 'accepted',
      flag: any,
    })
  })

  test.each(['NFC', 'NFD'])('is accepted in either form of Unicode, written in %s', form => {
    const one = flag('1', { content: 'GUIDON{schön}'.normalize(form) })
    const any = flag('2', { content: 'GUIDON{ÜBEN}'.normalize(form), caseInsensitive: true })
    for (const typed of ['NFC', 'NFD']) {
      expect(submit(challengeOf(one), 'GUIDON{schön}'.normalize(typed)).verdict).toBe('accepted')
      expect(submit(challengeOf(any), 'GUIDON{üben}'.normalize(typed)).verdict).toBe('accepted')
    }
    expect(submit(challengeOf(one), 'GUIDON{schon}')).toEqual(rejected)
  })

  const emoji = 'GUIDON{👩\u200D💻🏴\u{E0067}\u{E0062}\u{E007F}}'
  test.each([
    ['as the app sends it', trimPasted(emoji)],
    ['as it is', emoji],
  ])('with an emoji of several characters is accepted %s', (_, text) => {
    const sent = flag('1', { content: emoji })
    const pattern = flag('2', { kind: 'regex', content: `${emoji.slice(0, -1)}[!]?}` })
    const bound = flag('3', { kind: 'bound', content: emoji })
    expect(submit(challengeOf(sent), text).verdict).toBe('accepted')
    expect(submit(challengeOf(pattern), text).verdict).toBe('accepted')
    const challenge = challengeOf(bound)
    const flagId = flagKey(challenge, bound)
    const own = (accountId: string) =>
      boundFlag(secret, { prefix, accountId, flagId, id: emoji }).replace(emoji, text)
    expect(submit(challenge, own(alice)).verdict).toBe('accepted')
    expect(submit(challenge, own(carol)).verdict).toBe('shared')
  })

  test('is accepted with invisible characters of a chat, by whatever it is sent', () => {
    expect(submit(challenge, '\u200B\u202AGUIDON{\u2060Up!}\u202C\u200B \n').verdict).toBe(
      'accepted',
    )
    expect(submit(challenge, '\u200B\u2060')).toEqual(rejected)
  })

  test.each([
    ["GUIDON{it's}", 'GUIDON{it’s}'],
    ["GUIDON{'a'}", 'GUIDON{‘a’}'],
    ['GUIDON{"a"}', 'GUIDON{„a“}'],
    ['GUIDON{a-b}', 'GUIDON{a–b}'],
    ['GUIDON{a--b}', 'GUIDON{a—b}'],
    ['GUIDON{a...}', 'GUIDON{a…}'],
  ])('%j is accepted as phones and chats write it: %j', (content, text) => {
    expect(submit(challengeOf(flag('1', { content })), text).verdict).toBe('accepted')
    const pattern = content.replace(/[{}.]/g, String.raw`\$&`)
    const regex = flag('1', { kind: 'regex', content: pattern })
    expect(submit(challengeOf(regex), text).verdict).toBe('accepted')
  })

  test('with typographic marks of its own is accepted as it is, and before another one', () => {
    const curly = flag('1', { content: 'GUIDON{it’s—so}' })
    const plain = flag('2', { content: "GUIDON{it's--so}" })
    for (const flags of [
      [curly, plain],
      [plain, curly],
    ]) {
      const challenge = challengeOf(...flags)
      expect(submit(challenge, curly.content)).toEqual({ verdict: 'accepted', flag: curly })
      expect(submit(challenge, plain.content)).toEqual({ verdict: 'accepted', flag: plain })
    }
    expect(submit(challengeOf(curly), plain.content)).toEqual(rejected)
    expect(submit(challengeOf(plain), "GUIDON{it's-so}")).toEqual(rejected)
  })

  test('is accepted by its alternatives too', () => {
    const other = flag('1', { content: 'A' }, [
      { kind: 'static', content: 'B', caseInsensitive: false },
    ])
    expect(submit(challengeOf(other), 'B')).toEqual({ verdict: 'accepted', flag: other })
  })
})

describe('a pattern', () => {
  const accepts = (content: string, text: string, caseInsensitive = false) => {
    const { verdict } = submit(
      challengeOf(flag('1', { kind: 'regex', content, caseInsensitive })),
      text,
    )
    return verdict === 'accepted'
  }

  test('takes the whole text, as CTFd does', () => {
    expect(accepts('up|down', 'up')).toBe(true)
    expect(accepts('up|down', 'upward')).toBe(false)
    expect(accepts('up|down', 'turndown')).toBe(false)
  })

  test('may be written as Python does', () => {
    const pattern = String.raw`(?i)\AG\{(?P<word>a+)_(?P=word)\}\Z`
    expect(accepts(pattern, 'g{AA_aa}')).toBe(true)
    expect(accepts(pattern, 'g{AA_a}')).toBe(false)
  })

  test('is case-sensitive unless its file says otherwise', () => {
    expect(accepts('G{x}', 'g{X}')).toBe(false)
    expect(accepts('G{x}', 'g{X}', true)).toBe(true)
  })

  test('accepts a text in either form of Unicode', () => {
    for (const form of ['NFC', 'NFD']) {
      expect(accepts('G{[ö]+}'.normalize('NFC'), 'G{öö}'.normalize(form))).toBe(true)
      expect(accepts('G{ö}'.normalize('NFD'), 'G{ö}'.normalize(form))).toBe(true)
    }
  })

  test('that backtracks without end is stopped, and the next one still works', () => {
    expect(accepts('(a+)+b', 'a'.repeat(60))).toBe(false)
    expect(accepts('(a+)+b', 'aaab')).toBe(true)
  })

  test.for([
    ['has run', 1, 1],
    ['hardly ran, since the host was busy', 0, 5],
  ] as const)('that was stopped and %s is tried as often as it makes sense', ([, ran, tries]) => {
    let calls = 0
    const use = vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => {
      calls++
      return { user: calls * ran * 60_000, system: 0 }
    })
    onTestFinished(() => use.mockRestore())
    expect(accepts('(a+)+b', 'a'.repeat(60))).toBe(false)
    expect(calls).toBe(tries * 2)
  })

  test('never sees more than 4096 characters', () => {
    expect(accepts('a+', 'a'.repeat(4096))).toBe(true)
    expect(accepts('a+', 'a'.repeat(4097))).toBe(false)
  })
})

describe('a bound flag', () => {
  const one = flag('first', { kind: 'bound', content: 'first' })
  const two = flag('sec-ond!', { kind: 'bound', content: 'sec-ond!' })
  const challenge = challengeOf(one, two)
  const flagOf = (accountId: string, { id }: { id: string }, of = challenge) =>
    boundFlag(secret, { prefix, accountId, flagId: flagKey(of, { id }), id })

  test('is prefix, id and proof', () => {
    expect(flagOf(alice, one)).toMatch(/^GUIDON\{first::[\w-]{43}\}$/)
    expect(flagOf(alice, one)).toBe(flagOf(alice, one))
    expect(flagOf(alice, one)).not.toBe(flagOf(alice, two))
    expect(flagOf(alice, one)).not.toContain(
      Buffer.from(alice.replaceAll('-', ''), 'hex').toString('base64url').slice(1, -2),
    )
  })

  test('of an environment that an older version started is accepted', () => {
    const proof = createHmac('sha256', secret)
      .update(`${alice}\nweb/pilot/first`)
      .digest('base64url')
    expect(submit(challenge, `GUIDON{first::${proof}}`)).toEqual({ verdict: 'accepted', flag: one })
    expect(submit(challenge, `GUIDON{first::${proof}}`, carol)).toEqual(rejected)
  })

  test('reaches the environment by variables', () => {
    const variables = flagVariables(challengeOf(flag('0', { content: 'x' }), one, two), {
      secret,
      prefix,
      accountId: alice,
    })
    expect(variables).toEqual({
      FLAG: flagOf(alice, one),
      FLAG_FIRST: flagOf(alice, one),
      FLAG_SEC_OND_: flagOf(alice, two),
    })
  })

  test('is accepted from its account', () => {
    expect(submit(challenge, flagOf(alice, two))).toEqual({ verdict: 'accepted', flag: two })
  })

  // Names that are no UUIDs. One is as long as a UUID's bytes.
  test.each([carol, 'bob', 'sixteen-letters!', 'Zoë'])(
    'of another account is reported as shared, with its owner: %s',
    owner => {
      expect(submit(challenge, flagOf(owner, one))).toEqual({
        verdict: 'shared',
        flag: one,
        accountId: owner,
      })
      expect(submit(challenge, flagOf(owner, one), owner)).toMatchObject({ verdict: 'accepted' })
    },
  )

  test('of nobody is rejected', () => {
    const text = flagOf(carol, one)
    const proof = text.slice('GUIDON{first::'.length, -1)
    expect(submit(challenge, text.replace('first', 'other'))).toEqual(rejected)
    expect(submit(challenge, text.replace('first', 'sec-ond!'))).toEqual(rejected)
    expect(submit(challenge, `GUIDON{first::${proof})`)).toEqual(rejected)
    // Every character counts: after any change, the flag belongs to nobody.
    for (let at = 0; at < proof.length; at++) {
      const other = proof[at] === 'A' ? 'B' : 'A'
      const changed = proof.slice(0, at) + other + proof.slice(at + 1)
      expect(submit(challenge, `GUIDON{first::${changed}}`)).toEqual(rejected)
    }
    for (const made of [
      '',
      'A',
      proof.slice(0, 21),
      `${proof}A`,
      `${proof}=`,
      '!'.repeat(43),
      'ä'.repeat(2000),
    ])
      expect(submit(challenge, `GUIDON{first::${made}}`)).toEqual(rejected)
  })

  test('of another challenge or event is rejected', () => {
    const otherChallenge = { ...challenge, rowName: { category: 'web', slug: 'other' } }
    expect(submit(challenge, flagOf(alice, one, otherChallenge))).toEqual(rejected)
    const flagId = flagKey(challenge, one)
    const otherEvent = boundFlag('other', { prefix, accountId: alice, flagId, id: 'first' })
    expect(submit(challenge, otherEvent)).toEqual(rejected)
  })
})
