import type { IncomingMessage } from 'node:http'
import { errors } from './library.ts'

const largestForm = 16 * 1024

/** @throws InvalidRequest where a form is larger than 16 KiB */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > largestForm) throw new errors.InvalidRequest('the form is too large')
  }
  return new URLSearchParams(text)
}
