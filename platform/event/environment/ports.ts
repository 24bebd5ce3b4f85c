import type { EnvironmentPort } from '../model.ts'

export function fullPort(
  port: { port: number; protocol?: string; title?: string | undefined },
  data: Record<string, unknown>,
): EnvironmentPort {
  const protocol = port.protocol ?? guessProtocol(data)
  return { port: port.port, protocol, title: port.title ?? protocol.toUpperCase() }
}

/**
 * Takes ctfcli's `protocol`. Without one, guesses it from the beginning of `connection_info`, or from the
 * category.
 */
function guessProtocol({
  protocol,
  connection_info: info,
  category,
}: Record<string, unknown>): string {
  if (typeof protocol === 'string' && protocol) return protocol.toLowerCase()
  const start = /^\s*(https?|ssh|nc|ncat)\b/.exec(typeof info === 'string' ? info : '')?.[1]
  if (start) return start.startsWith('nc') ? 'tcp' : start
  return /^web/i.test(String(category ?? '')) ? 'http' : 'tcp'
}
