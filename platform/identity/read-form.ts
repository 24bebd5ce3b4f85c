import type { IncomingMessage } from 'node:http'
import { hasNul } from '../http/nul.ts'
import { errors } from './library.ts'

const largestForm = 16 * 1024

/** @throws InvalidRequest where a form is larger than 16 KiB, or holds NUL */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > largestForm) throw new errors.InvalidRequest('the form is too large')
  }
  if (hasNul(text)) throw new errors.InvalidRequest('the form holds a NUL character')
  return new URLSearchParams(text)
}
