import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A self-signed certificate for 127.0.0.1, in PEM. */
export function makeCertificate(): { key: string; certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'guidon-tls-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  try {
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const names = ['-subj', '/CN=guidon test', '-addext', 'subjectAltName=IP:127.0.0.1']
    const files = ['-keyout', key, '-out', certificate]
    execFileSync('openssl', ['req', '-x509', '-days', '1', ...made, ...names, ...files], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
