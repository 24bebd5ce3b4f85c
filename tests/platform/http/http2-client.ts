import type { ClientHttp2Session, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2'

export const pem = ({ key, certificate }: { key: string; certificate: string }) => ({
  cert: Buffer.from(certificate),
  key: Buffer.from(key),
})

/** One request by HTTP/2. Status 0: its stream was closed without an answer. */
export async function ask(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string | Buffer,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const stream = session.request(headers)
  let answer: IncomingHttpHeaders = {}
  let text = ''
  stream.on('response', given => {
    answer = given
  })
  stream.setEncoding('utf8').on('data', part => {
    text += part
  })
  const closed = new Promise<void>(resolve => stream.once('close', resolve))
  stream.on('error', () => {})
  stream.end(body)
  await closed
  return { status: Number(answer[':status'] ?? 0), headers: answer, text }
}
