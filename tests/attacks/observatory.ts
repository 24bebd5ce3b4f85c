/** A page as a browser gets it. */
export interface Page {
  /** Names in lower case. */
  headers: Record<string, string>
  html: string
  /** Whether the page came by https. */
  isSecure: boolean
}

/** The points that a rule gives or takes, and why. */
interface Finding {
  rule: string
  points: number
  /** The most that the rule gives. */
  most: number
}

const halfAYear = 15_768_000
const privateReferrers = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
]

/**
 * The score of a page by the rules of Mozilla's HTTP Observatory, as documented on
 * https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring: 100 less what is missing,
 * and from 90 up what is better than asked for. This leaves out what only a real domain has: its
 * redirection to https, which is a proxy's, and its place on the browsers' list of HSTS (5 points). A
 * page without cookies can get none of the 5 points for them.
 *
 * @returns `lost`: the rules that take points, and those that would give more
 */
export function assess(page: Page): { score: number; lost: string[] } {
  const findings = [csp(page), cookies(page), cors(page), hsts(page), referrer(page)]
  findings.push(integrity(page), contentType(page), framing(page), resourcePolicy(page))
  const base = 100 + sum(findings.filter(({ points }) => points < 0))
  const bonus = base >= 90 ? sum(findings.filter(({ points }) => points > 0)) : 0
  return {
    score: Math.max(0, base + bonus),
    lost: findings.filter(({ points, most }) => points < most).map(({ rule }) => rule),
  }
}

const sum = (findings: Finding[]) => findings.reduce((total, { points }) => total + points, 0)

function directives(policy: string): Map<string, string[]> {
  const lists = policy.split(';').map(text => text.trim().split(/\s+/))
  return new Map(lists.map(([name = '', ...sources]) => [name.toLowerCase(), sources]))
}

function csp({ headers }: Page): Finding {
  const policy = headers['content-security-policy']
  if (!policy) return { rule: 'there is no policy', points: -25, most: 10 }
  const all = directives(policy)
  const of = (name: string) => all.get(name) ?? all.get('default-src') ?? ['*']
  const isBroad = (sources: string[]) =>
    sources.some(source =>
      ['*', 'http:', 'https:', 'data:', 'http://*', 'https://*'].includes(source),
    )
  const isInline = (sources: string[]) =>
    sources.includes("'unsafe-inline'") && !sources.some(source => /^'(sha\d+|nonce)-/.test(source))
  const scripts = of('script-src')
  if (isBroad(scripts) || isBroad(of('object-src')) || isInline(scripts))
    return { rule: 'the policy allows scripts of anybody', points: -20, most: 10 }
  if (scripts.includes("'unsafe-eval'"))
    return { rule: 'the policy allows eval', points: -10, most: 10 }
  if (/\bhttp:/.test(policy)) return { rule: 'the policy allows http', points: -20, most: 10 }
  if (isInline(of('style-src')) || isBroad(of('style-src')))
    return { rule: 'the policy allows styles of anybody', points: 0, most: 10 }
  const isTight = all.get('default-src')?.join() === "'none'"
  return isTight
    ? { rule: 'nothing unsafe, and nothing that was not named', points: 10, most: 10 }
    : { rule: 'the policy does not begin with none', points: 0, most: 10 }
}

function cookies({ headers, isSecure }: Page): Finding {
  const cookie = headers['set-cookie']
  if (!cookie) return { rule: 'no cookies', points: 0, most: 0 }
  if (isSecure && !/; *secure(;|$)/i.test(cookie))
    return { rule: 'a cookie without Secure', points: -20, most: 5 }
  if (!/; *httponly(;|$)/i.test(cookie))
    return { rule: 'a cookie without HttpOnly', points: -30, most: 5 }
  return /; *samesite=(lax|strict)(;|$)/i.test(cookie)
    ? { rule: 'cookies are closed', points: 5, most: 5 }
    : { rule: 'a cookie without SameSite', points: 0, most: 5 }
}

const cors = ({ headers }: Page): Finding =>
  headers['access-control-allow-origin'] && headers['access-control-allow-credentials'] === 'true'
    ? { rule: 'every origin may read it', points: -50, most: 0 }
    : { rule: 'other origins may not read it', points: 0, most: 0 }

function hsts({ headers, isSecure }: Page): Finding {
  const [, seconds] = /max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '') ?? []
  if (!isSecure || !seconds) return { rule: 'no HSTS', points: -20, most: 0 }
  return Number(seconds) < halfAYear
    ? { rule: 'HSTS for less than half a year', points: -10, most: 0 }
    : { rule: 'HSTS', points: 0, most: 0 }
}

function referrer({ headers }: Page): Finding {
  const policy = headers['referrer-policy'] ?? ''
  if (policy.includes('unsafe-url'))
    return { rule: 'the referrer is sent to everybody', points: -5, most: 5 }
  return privateReferrers.includes(policy)
    ? { rule: 'the referrer is private', points: 5, most: 5 }
    : { rule: 'no policy for the referrer', points: 0, most: 5 }
}

function integrity({ html }: Page): Finding {
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*>/g)]
  const foreign = scripts.filter(([, src = '']) => /^(https?:)?\/\//.test(src))
  const isChecked = (tag: string) => /\bintegrity="sha(256|384|512)-/.test(tag)
  if (foreign.some(([tag]) => !isChecked(tag)))
    return { rule: 'scripts of others without integrity', points: -5, most: 5 }
  return scripts.every(([tag]) => isChecked(tag))
    ? { rule: 'scripts have their integrity', points: 5, most: 5 }
    : { rule: 'own scripts without integrity', points: 0, most: 5 }
}

const contentType = ({ headers }: Page): Finding =>
  headers['x-content-type-options'] === 'nosniff'
    ? { rule: 'types are not guessed', points: 0, most: 0 }
    : { rule: 'types are guessed', points: -5, most: 0 }

function framing({ headers }: Page): Finding {
  const ancestors = directives(headers['content-security-policy'] ?? '').get('frame-ancestors')
  if (ancestors && !ancestors.includes('*'))
    return { rule: 'framed by nobody else', points: 5, most: 5 }
  return /^(deny|sameorigin)$/i.test(headers['x-frame-options'] ?? '')
    ? { rule: 'framed by nobody else, by the old header', points: 0, most: 5 }
    : { rule: 'anybody may frame it', points: -20, most: 5 }
}

const resourcePolicy = ({ headers }: Page): Finding =>
  /^(same-origin|same-site)$/.test(headers['cross-origin-resource-policy'] ?? '')
    ? { rule: 'embedded by nobody else', points: 10, most: 10 }
    : { rule: 'anybody may embed it', points: 0, most: 10 }
