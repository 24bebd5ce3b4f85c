import { cors } from 'hono/cors'

/** Lets pages of these origins, and of no other, call us and read what they need of the answer. */
export const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match'],
    exposeHeaders: ['date', 'etag', 'retry-after', 'x-request-id'],
    maxAge: 24 * 60 * 60,
  })
