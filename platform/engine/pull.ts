import type Docker from 'dockerode'
import { hasImage } from './client.ts'
import { credentialsFor } from './credentials.ts'
import { EngineFailure, finished } from './progress.ts'

/**
 * Pulls an image, unless the engine has it.
 *
 * @throws EngineFailure
 */
export async function pull(docker: Docker, image: string): Promise<void> {
  if (await hasImage(docker, image)) return
  const doing = `pulling ${image}`
  const authconfig = await credentialsFor(image)
  const stream = await docker.pull(image, { authconfig }).catch((error: Error) => {
    throw new EngineFailure(`${doing} failed: ${error.message}`)
  })
  await finished(docker, stream, doing)
}
