import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { typeOfFile } from '../../../platform/site/type-of-file.ts'

/** The built pages, and `/embed`: a page that embeds a desktop as the app's Flugzeug page does. */
export const serveDist =
  (dist: string, embedding: string): RequestListener =>
  async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    try {
      const file = pathname === '/embed' ? embedding : join(dist, pathname)
      const body = await readFile(file)
      response.setHeader('content-type', typeOfFile(file))
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  }
