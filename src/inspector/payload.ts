type Payload =
  | { readonly ok: true; readonly data: object }
  | { readonly ok: false; readonly problem: string }

/** Reads the fields of an event beside its type. A blank text is an event without any. */
export function readPayload(text: string): Payload {
  if (text.trim() === '') return { ok: true, data: {} }
  try {
    const data: unknown = JSON.parse(text)
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ok: true, data }
    return { ok: false, problem: 'A payload is an object: {"name": "value"}.' }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
