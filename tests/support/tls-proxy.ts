import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { makeCertificate } from './certificate.ts'
import { passUpgrade } from './pass-upgrade.ts'

/** From where it calls the platform: another address than the tests', so that it can be trusted alone. */
export const proxyAddress = '127.0.0.2'

export interface TlsProxy {
  /** `https://127.0.0.1:…`. */
  readonly origin: string
  /** Of its certificate, which it signed itself. */
  readonly certificate: string
  /** Sends everything there from now on. */
  passTo(port: number): void
  close(): Promise<void>
}

interface TlsProxyOptions {
  /** `kept`: as the browser said it; `own`: as nginx does by default. */
  readonly host?: 'kept' | 'own'
}

/** A proxy that speaks TLS for a platform on this host, with a certificate of this moment. */
export async function startTlsProxy({ host = 'kept' }: TlsProxyOptions = {}): Promise<TlsProxy> {
  const { key, certificate } = makeCertificate()
  let port = 0
  const headersOf = (incoming: IncomingMessage) => ({
    ...incoming.headers,
    ...(host === 'own' && { host: `127.0.0.1:${port}` }),
    'x-forwarded-for': [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
      .filter(Boolean)
      .join(', '),
    'x-forwarded-proto': 'https',
  })

  const there = () => ({ port, host: '127.0.0.1', localAddress: proxyAddress })

  const server = createServer({ key, cert: certificate }, (incoming, response) => {
    const { method, url: path } = incoming
    const headers = headersOf(incoming)
    const onward = request({ ...there(), method, path, headers })
    onward.on('response', answer => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  server.on('upgrade', (incoming, socket, head) => {
    const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${value}`)
    passUpgrade({ url: incoming.url, lines, head }, socket, connect(there()))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate,
    passTo(next) {
      port = next
    },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
