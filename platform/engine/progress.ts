import type Docker from 'dockerode'

/** What an engine was asked for and could not do. The message is for organisers. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
}

interface Step {
  error?: string
  /** A message of a build. */
  stream?: string
}

const maxLines = 15

function lastMessages(steps: Step[]): string {
  const said = steps.map(({ stream = '' }) => stream).join('')
  const lines = said
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(-maxLines)
  return lines.length > 0 ? `; it last said:\n${lines.join('\n')}` : ''
}

/**
 * The engine answers 200 at once. Only the end of the stream says whether the work was done.
 *
 * @throws EngineFailure
 */
export function finished(
  docker: Docker,
  stream: NodeJS.ReadableStream,
  what: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    docker.modem.followProgress(stream, (error: Error | null, steps: Step[] = []) => {
      const problem = error?.message ?? steps.find(step => step.error)?.error
      if (problem) reject(new EngineFailure(`${what} failed: ${problem}${lastMessages(steps)}`))
      else resolve()
    })
  })
}
