import { MAX_FLAG_LENGTH } from '../../src/api/contract.ts'
import { isSameTyped, visible } from '../secret.ts'
import { rowKey } from './challenge-key.ts'
import { olderProofOf, ownerOf, proofOf } from './flag-proof.ts'
import type { ChallengeDefinition, FlagDefinition, FlagText } from './model.ts'
import { compilePattern, matchesPattern } from './patterns.ts'
import { asOnKeyboard } from './typed-marks.ts'

type Challenge = Pick<ChallengeDefinition, 'rowName' | 'flags'>

/** Names a flag for ever: `web/guest-book/1`. Proofs are made from it. */
export function flagKey(challenge: Omit<Challenge, 'flags'>, flag: { id: string }): string {
  return `${rowKey(challenge.rowName)}/${flag.id}`
}

interface OwnFlag {
  prefix: string
  accountId: string
  flagId: string
  id: string
}

/** `PREFIX{id::proof}`, of one account. Only the secret makes those of other accounts. */
export function boundFlag(
  secret: string,
  { prefix, accountId, flagId, id }: OwnFlag,
  prove: typeof proofOf = proofOf,
): string {
  return `${prefix}{${id}::${prove(secret, accountId, flagId)}}`
}

/**
 * The variables that give an environment its bound flags: `FLAG` is the first one, and each is
 * `FLAG_<ID>` too, in capitals with underscores.
 */
export function flagVariables(
  challenge: Challenge,
  { secret, prefix, accountId }: { secret: string; prefix: string; accountId: string },
): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const flag of challenge.flags) {
    if (flag.kind !== 'bound') continue
    const flagId = flagKey(challenge, flag)
    const text = boundFlag(secret, { prefix, accountId, flagId, id: flag.content })
    variables.FLAG ??= text
    variables[`FLAG_${flag.id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`] = text
  }
  return variables
}

export type FlagMatch =
  | { verdict: 'accepted'; flag: FlagDefinition }
  /** A bound flag that was given to another account. */
  | { verdict: 'shared'; flag: FlagDefinition; accountId: string }
  | { verdict: 'rejected' }

interface Submission {
  challenge: Challenge
  text: string
  prefix: string
  secret: string
  accountId: string
}

/**
 * The verdict on a submitted text. It takes as long for the first account as for the last. If the text is not right as
 * it is, it may be right as it was typed, before a phone changed its quotation marks and dashes.
 */
export function matchFlag(submission: Submission): FlagMatch {
  const text = visible(submission.text).trim()
  if (text.length === 0 || text.length > MAX_FLAG_LENGTH) return { verdict: 'rejected' }
  let verdict: FlagMatch = { verdict: 'rejected' }
  for (const typed of asOnKeyboard(text)) {
    const match = matchText({ ...submission, text: typed.slice(0, MAX_FLAG_LENGTH) })
    if (match.verdict === 'accepted') return match
    if (match.verdict === 'shared') verdict = match
  }
  return verdict
}

function matchText({ challenge, text, prefix, secret, accountId }: Submission): FlagMatch {
  const texts = challenge.flags.flatMap(flag =>
    [flag, ...flag.alternatives].map(one => ({ flag, one, flagId: flagKey(challenge, flag) })),
  )
  for (const { flag, one, flagId } of texts) {
    const own = { prefix, accountId, flagId, id: one.content }
    const isOwn = () =>
      [proofOf, olderProofOf].some(prove =>
        isSameTyped(text, visible(boundFlag(secret, own, prove))),
      )
    if (one.kind === 'bound' ? isOwn() : isAnswer(one, text)) return { verdict: 'accepted', flag }
  }

  for (const { flag, one, flagId } of texts) {
    const start = visible(`${prefix}{${one.content}::`)
    if (one.kind !== 'bound' || !text.startsWith(start) || !text.endsWith('}')) continue
    const owner = ownerOf(secret, flagId, text.slice(start.length, -1))
    if (owner !== null && owner !== accountId) return { verdict: 'shared', flag, accountId: owner }
  }
  return { verdict: 'rejected' }
}

/** Whether a typed text is this static flag, or fits this pattern. Not for bound flags: their text depends on the account. */
export function isAnswer({ kind, caseInsensitive, ...flag }: FlagText, text: string): boolean {
  const content = visible(flag.content)
  if (kind === 'regex') {
    const pattern = compilePattern({ content, caseInsensitive })
    // A pattern may be written in either form of Unicode. Its own text is not changed, since that may break it.
    const forms = new Set([text, text.normalize('NFC'), text.normalize('NFD')])
    return [...forms].some(form => matchesPattern(pattern, form))
  }
  return caseInsensitive
    ? isSameTyped(text.toLowerCase(), content.toLowerCase())
    : isSameTyped(text, content)
}
