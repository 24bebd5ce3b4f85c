import { createHash, X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Browser } from 'playwright'
import { openBrowser } from '../../../scripts/browser.ts'
import { createDataFolder, removeDataFolder, spawnPlatform } from '../../e2e/platform.ts'
import { enter, type Participant } from '../../support/participant.ts'
import { makeCertificate } from '../../support/servers/certificate.ts'
import { openReference } from './reference.ts'

/** A platform with the demo event, the reference page, and a browser. Both sites use TLS and HTTP/2. */
export interface Site {
  readonly browser: Browser
  readonly origin: string
  readonly reference: string
  readonly participant: Participant
  close(): Promise<void>
}

export const password = 'correct horse'

export async function openSite(): Promise<Site> {
  const folder = await createDataFolder()
  const { key, certificate } = makeCertificate()
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  await writeFile(files.cert, certificate)
  await writeFile(files.key, key)
  // For the calls that this process makes itself.
  setDefaultCACertificates([...getCACertificates(), certificate])
  const options = ['--tls-cert', files.cert, '--tls-key', files.key]
  const platform = await spawnPlatform({
    dataFolder: join(folder, 'data'),
    options,
    rendersPages: true,
  })
  const reference = await openReference({ key, cert: certificate })
  // If a browser ignores the error of a certificate, it caches nothing and runs no service worker.
  const browser = await openBrowser([`--ignore-certificate-errors-spki-list=${pinOf(certificate)}`])
  const participant = await enter(browser, {
    origin: platform.origin,
    user: 'traveller',
    locale: 'en',
  })
  await participant.call('POST', '/v1/teams', { name: 'Travellers' })
  await participant.call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return {
    browser,
    origin: platform.origin,
    reference: reference.origin,
    participant,
    async close() {
      await browser.close()
      await reference.close()
      await platform.stop()
      await removeDataFolder(folder)
    },
  }
}

function pinOf(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
