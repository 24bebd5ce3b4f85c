/** A state value in one line: `open.idle`. Parallel states are side by side. */
export function stateText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const parts = Object.entries(value).map(([name, inner]) =>
    [name, stateText(inner)].filter(Boolean).join('.'),
  )
  return parts.length > 1 ? `(${parts.join(' | ')})` : parts.join('')
}

/** XState's own events in the words of a machine. */
export function eventText(type: string): string {
  const [, kind, rest = ''] =
    /^xstate\.(after|done\.actor|error\.actor|snapshot)\.(.*)$/.exec(type) ?? []
  if (kind === 'after') return `after ${rest.split('.')[0]}`
  if (kind === 'snapshot') return `${rest} changed`
  if (kind) return `${rest} ${kind === 'done.actor' ? 'done' : 'failed'}`
  return type === 'xstate.init' ? 'started' : type.replace('xstate.', '')
}

export const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)

export const timeText = (time: number) => new Date(time).toISOString().slice(11, 23)
