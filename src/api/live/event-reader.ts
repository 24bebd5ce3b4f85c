/** A server-sent event. A comment or an id alone comes as one without type and data. */
export interface ServerEvent {
  readonly type: string
  readonly data: string
  /** The last id so far; empty: there was none. */
  readonly id: string
}

/** Longer events are an error, in characters. */
const MAX_LENGTH = 65_536

/**
 * Reads server-sent events (HTML §9.2.6).
 *
 * @returns takes the next piece of the stream; throws if an event never ends
 */
export function createEventReader(
  onEvent: (event: ServerEvent) => void,
  onRetry: (milliseconds: number) => void,
) {
  let rest = ''
  let event: ServerEvent = { type: '', data: '', id: '' }

  const fields: Readonly<Record<string, (value: string) => void>> = {
    event: type => {
      event = { ...event, type }
    },
    data: value => {
      event = { ...event, data: event.data ? `${event.data}\n${value}` : value }
    },
    id: id => {
      if (!id.includes('\0')) event = { ...event, id }
    },
    retry: value => {
      if (/^\d{1,9}$/.test(value)) onRetry(Number(value))
    },
  }
  const readLine = (line: string) => {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (Object.hasOwn(fields, name)) fields[name]?.(value)
    if (line !== '') return
    onEvent(event)
    event = { type: '', data: '', id: event.id }
  }

  return (piece: string) => {
    // A carriage return at the end may be the first half of a line's end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) readLine(line)
    if (rest.length + event.data.length > MAX_LENGTH) throw new Error('An event never ends.')
  }
}
