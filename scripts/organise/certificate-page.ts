import { escapeHtml } from '../../platform/identity/pages/escape.ts'
import type { Language } from '../../src/domain/languages.ts'
import { texts } from './certificate-texts.ts'

/** What the certificate of one account says. */
export interface Certified {
  id: string
  language: Language
  event: string
  end: Date
  group: string
  name: string
  members: readonly string[]
  rank: number
  /** How many accounts the board has. */
  ranked: number
  points: number
  flags: number
  /** The name of a file beside the page; null: none. */
  logoFile: string | null
  /** `#rrggbb`; null: the platform's own. */
  accent: string | null
}

const style = (accent: string) => `
@page{size:A4 landscape;margin:0}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#1d1b17;font:18pt/1.4 Georgia,'Times New Roman',serif}
section{position:relative;display:grid;align-content:center;justify-items:center;gap:5mm;width:297mm;height:209mm;padding:22mm;text-align:center;break-after:page;overflow:hidden}
section::before{content:'';position:absolute;inset:9mm;border:1.2mm double ${accent}}
section>*{position:relative;max-width:100%;margin:0;overflow-wrap:anywhere}
img{max-width:80mm;max-height:28mm;object-fit:contain}
h1{font-size:34pt;font-weight:400;letter-spacing:.06em;color:${accent}}
.name{font-size:32pt;font-weight:700}
.name.long{font-size:20pt}
.rank{font-size:24pt}
.members{font-size:13pt;max-height:4lh;overflow:hidden}
small{font-size:12pt;color:#5f5a4f}
@media screen{body{background:#ddd8cd}section{background:#fff;margin:8mm auto;box-shadow:0 1px 6px #0005}}`

/** Pages of A4, one for each account. No script runs in them, even if a name contains one. */
export function certificatePage(all: readonly Certified[]): string {
  const [first] = all
  const language = first?.language ?? 'en'
  const accent = first?.accent ?? '#8a6100'
  const title = [texts[language].title, first?.event].filter(Boolean).join(' · ')
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src *; style-src 'unsafe-inline'">
<style>${style(accent)}</style></head>
<body>
${all.map(section).join('\n')}
</body></html>
`
}

const bdi = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`
/** How many characters of a name fill a line. */
const longName = 30

function section(one: Certified): string {
  const { language, event, end, group, name, members, logoFile } = one
  const text = texts[language]
  const date = end.toLocaleDateString(language, { dateStyle: 'long' })
  return `<section>
${logoFile ? `<img src="${escapeHtml(logoFile)}" alt="">` : ''}
<p>${bdi(event)}</p>
<h1>${text.title}</h1>
<p class="name${name.length > longName ? ' long' : ''}">${bdi(name)}</p>
<p class="rank">${text.rank(one)}</p>
<p>${text.results(one)}</p>
${members.length > 0 ? `<p class="members">${text.members}: ${members.map(bdi).join(', ')}</p>` : ''}
<small>${bdi(group)} · ${date}</small>
</section>`
}
