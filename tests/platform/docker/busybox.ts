import { readdir } from 'node:fs/promises'
import type Docker from 'dockerode'

/** Builds a folder of `buildFolder` on an engine. */
export async function buildOn(docker: Docker, folder: string, image: string): Promise<void> {
  const stream = await docker.buildImage(
    { context: folder, src: await readdir(folder) },
    { t: image },
  )
  await new Promise<void>((resolve, reject) =>
    docker.modem.followProgress(stream, error => (error ? reject(error) : resolve())),
  )
}
