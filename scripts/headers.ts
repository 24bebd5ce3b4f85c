// Prints the headers of a page of the built app as lines for nginx; see docs/headers.md.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { readPage, renderPage } from '../platform/site/page.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    api: { type: 'string' },
    issuer: { type: 'string' },
    dist: { type: 'string', default: join(import.meta.dirname, '../dist') },
  },
})
const [page = 'index.html'] = positionals
const { api, issuer, dist } = values
if (!api) {
  process.stderr.write('usage: node scripts/headers.ts --api URL [--issuer URL] [PAGE]\n')
  process.exit(1)
}
const { policy } = renderPage(await readPage(dist, page), {
  apiBaseUrl: api,
  oidcIssuerUrl: issuer ?? api,
  oidcClientId: '',
  idempotencyKeys: true,
})
const headers = {
  ...securityHeaders(api.startsWith('https:')),
  'content-security-policy': policy,
  'cache-control': 'no-cache',
}
for (const [name, value] of Object.entries(headers))
  process.stdout.write(`add_header ${name} "${value}" always;\n`)
