import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { contextOf } from '../../engine/build-context.ts'
import { hasImage } from '../../engine/client.ts'
import { credentialsFor } from '../../engine/credentials.ts'
import { finished } from '../../engine/progress.ts'
import { pull } from '../../engine/pull.ts'
import type { DesktopImage } from '../../event/model.ts'

interface ImageOptions {
  docker: Docker
  platform: string
  /** `host:port/path` of a registry that all engines of a Swarm pull from; null: none. */
  registry: string | null
}

/**
 * Nodes of a Swarm ask the registry in a name before they use the image that they have. This one refuses at
 * once. Docker Hub would take time, and may have somebody else's image of that name.
 */
export const unreachableRegistry = '127.0.0.1:5'

const folders = ['container-image', 'session'].map(name => join(import.meta.dirname, '..', name))

/**
 * Makes the image of the event's desktops: what the event names, and what the platform adds to it.
 *
 * @returns what gives the image's name. Desktops that start at once share the work
 */
export function createImage({ docker, platform, registry }: ImageOptions) {
  let known: { contents: string; name: Promise<string> } | null = null

  async function build(folder: string, tag: string, dockerfile = 'Dockerfile'): Promise<void> {
    const stream = await docker.buildImage(await contextOf(folder), {
      // The packages come from the internet, which a bridge of the engine may not reach.
      t: tag,
      forcerm: true,
      dockerfile,
      networkmode: 'host',
    })
    await finished(docker, stream, `building the desktop's image`)
  }

  async function baseOf(image: DesktopImage, tag: string): Promise<string> {
    if (image.kind === 'build') {
      await build(image.folder, `${tag}-base`, image.dockerfile)
      return `${tag}-base`
    }
    const base = image.kind === 'image' ? image.image : image.base
    await pull(docker, base)
    return base
  }

  async function make(image: DesktopImage, sound: boolean): Promise<string> {
    const tag = `${registry ?? unreachableRegistry}/guidon-${platform}/desktop`
    const base = await baseOf(image, tag)
    const folder = await mkdtemp(join(tmpdir(), 'guidon-desktop-'))
    try {
      const own = join(folder, 'desktop')
      await mkdir(own)
      for (const from of folders)
        await cp(from, own, { recursive: true, filter: path => !path.endsWith('.ts') })
      const packages = image.kind === 'packages' ? image.packages : []
      const environment = sound ? ['/usr/bin/env', 'SOUND=1'] : []
      await writeFile(
        join(folder, 'Dockerfile'),
        `FROM ${base}
USER 0:0
COPY desktop/prepare.sh /opt/desktop/prepare.sh
RUN ${JSON.stringify([...environment, '/bin/sh', '/opt/desktop/prepare.sh', ...packages])}
COPY desktop /opt/desktop
RUN ["/bin/sh", "-c", "chmod -R a+rX,go-w /opt/desktop"]
`,
      )
      await build(folder, tag)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    if (registry) {
      const push = await docker.getImage(tag).push({ authconfig: await credentialsFor(tag) })
      await finished(docker, push, `pushing ${tag}`)
    }
    return tag
  }

  function begin(contents: string, image: DesktopImage, sound: boolean): Promise<string> {
    const entry = { contents, name: make(image, sound) }
    known = entry
    entry.name.catch(() => {
      if (known === entry) known = null
    })
    return entry.name
  }

  /** @param sound whether desktops have it */
  return async function imageOf(image: DesktopImage, sound: boolean): Promise<string> {
    const contents = JSON.stringify([image, sound])
    const found = known
    if (found?.contents === contents) {
      const name = await found.name
      // Somebody may have removed it, for example by `docker image prune`.
      if (await hasImage(docker, name)) return name
      if (known === found) known = null
    }
    return known?.contents === contents ? known.name : begin(contents, image, sound)
  }
}
