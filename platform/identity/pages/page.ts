import { hash } from 'node:crypto'
import type { Language } from '../../../src/domain/languages.ts'
import { escapeHtml } from './escape.ts'
import { accentStyle, eventLine, guidon, type Look, ownLook } from './look.ts'
import { style } from './style.ts'
import type { PageError } from './texts.ts'

export interface Page {
  status: number
  render(look?: Look): Rendered
}

interface Rendered {
  html: string
  /** The static parts of `html`: pages of one form differ only in what is between them. */
  start: string
  body: string
  end: string
  /** Value of its content-security-policy header. */
  policy: string
}

interface Shell {
  language: Language
  title: string
  body: string
  /** They run in the page, which also works without them. */
  scripts?: readonly string[]
  status?: number
  /** Origins that a form on the page may redirect to, besides the platform's own. */
  formTargets?: readonly string[]
}

const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

/**
 * The icon is in the page itself. Without an icon, Firefox asks for /favicon.ico, and logs that the policy
 * forbids it.
 */
const namespace = '<svg xmlns="http://www.w3.org/2000/svg"'
const icon = `data:image/svg+xml,${encodeURIComponent(guidon.replace('<svg', namespace))}`

export const page = (shell: Shell): Page => ({
  status: shell.status ?? 200,
  render: look => render(shell, look),
})

function render(
  { language, title, body, scripts = [], formTargets = [] }: Shell,
  { brand, scheme }: Look = ownLook,
): Rendered {
  const ownStyle = style + accentStyle(brand)
  const policy = [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src ${hashOf(ownStyle)}`,
    `script-src ${scripts.map(hashOf).join(' ') || "'none'"}`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  const start = `<!doctype html>
<html lang="${language}"${scheme ? ` data-scheme="${scheme}"` : ''}><head><meta charset="utf-8"><title>${escapeHtml(title)} · ${escapeHtml(brand?.name ?? 'Guidon')}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="${icon}"><style>${ownStyle}</style></head>
<body><main>${eventLine(brand)}<h1>${brand ? '' : guidon}${escapeHtml(title)}</h1>
`
  const end = `
</main>${scripts.map(script => `<script>${script}</script>`).join('')}</body></html>`
  return { html: start + body + end, start, body, end, policy }
}

const statuses: Partial<Record<PageError, number>> = {
  tooManyAttempts: 429,
  busy: 503,
  tooLarge: 413,
}

export const statusOf = (error: PageError | undefined): number =>
  error ? (statuses[error] ?? 400) : 200
