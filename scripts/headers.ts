// Prints the headers of a page of the built app as lines for nginx; see docs/headers.md.
import { join } from 'node:path'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { readPage, renderPage } from '../platform/site/page.ts'
import { createCommand } from './command.ts'

interface Options {
  readonly api: string
  readonly issuer?: string
  readonly desktops?: string
  readonly dist: string
}

const program = createCommand(
  'node scripts/headers.ts',
  'Prints the headers of a page of the built app as lines for nginx.',
)
  .argument('[page]', 'the file of the page', 'index.html')
  .requiredOption('--api <url>', 'where the backend is')
  .option('--issuer <url>', 'where the identity provider is, if elsewhere')
  .option('--desktops <url>', 'where the pages of desktops are, if elsewhere')
  .option('--dist <folder>', 'the built app', join(import.meta.dirname, '../dist'))
  .parse()
const [page] = program.processedArgs as [string]
const { api, issuer, desktops, dist } = program.opts<Options>()
const config = {
  apiBaseUrl: api,
  oidcIssuerUrl: issuer ?? api,
  oidcClientId: '',
  idempotencyKeys: true,
}
const { policy } = renderPage(
  await readPage(dist, page),
  config,
  desktops ? { desktops: [new URL(desktops).origin] } : {},
)
const headers = {
  ...securityHeaders(api.startsWith('https:')),
  'content-security-policy': policy,
  'cache-control': 'no-cache',
}
for (const [name, value] of Object.entries(headers))
  process.stdout.write(`add_header ${name} "${value}" always;\n`)
