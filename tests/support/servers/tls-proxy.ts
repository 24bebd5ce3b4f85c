import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { makeCertificate } from './certificate.ts'
import { listen } from './listen.ts'
import { passUpgrade } from './pass-upgrade.ts'

/** The address from which it calls the platform. It is not that of the tests, so that only the proxy is trusted. */
export const proxyAddress = '127.0.0.2'

export interface TlsProxy {
  /** `https://127.0.0.1:…`. */
  readonly origin: string
  /** Its self-signed certificate. */
  readonly certificate: string
  /** Passes all requests to this port from now on. */
  passTo(port: number): void
  close(): Promise<void>
}

interface TlsProxyOptions {
  /** The `Host` header: `kept`: that of the browser; `own`: the upstream's, as nginx does by default. */
  readonly host?: 'kept' | 'own'
}

/** A proxy that speaks TLS for a platform on this host, with a new certificate. */
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
  const ownPort = await listen(server)

  return {
    origin: `https://127.0.0.1:${ownPort}`,
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
