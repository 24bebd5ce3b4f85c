import { hash } from 'node:crypto'
import type Docker from 'dockerode'
import { contextOf } from '../../engine/build-context.ts'
import { credentialsFor } from '../../engine/credentials.ts'
import { finished } from '../../engine/progress.ts'
import { pull } from '../../engine/pull.ts'
import type { ServiceDefinition } from '../../event/model.ts'
import { type EnvironmentSpec, EnvironmentStartError } from '../driver.ts'

export interface Images {
  /**
   * Pulls the images that the engine lacks, and builds those with a Dockerfile.
   *
   * @returns their names, by service; of an environment without services by ''
   */
  of(spec: EnvironmentSpec): Promise<Map<string, string>>
}

/** @param registry `host:port/path` to push built images to, for the other engines of a Swarm; null: none */
export function createImages(docker: Docker, platform: string, registry: string | null): Images {
  const underway = new Map<string, Promise<string>>()

  /** Many accounts may start the same challenge at once. The work is done only once for all of them. */
  const once = (key: string, work: () => Promise<string>) => {
    const known = underway.get(key)
    if (known) return known
    const begun = work().finally(() => underway.delete(key))
    underway.set(key, begun)
    return begun
  }

  async function pulled(image: string): Promise<string> {
    await pull(docker, image)
    return image
  }

  async function build(folder: string, name: string, dockerfile?: string): Promise<string> {
    const tag = `${registry ? `${registry}/` : ''}guidon-${platform}/${name}`
    const stream = await docker.buildImage(await contextOf(folder), {
      t: tag,
      forcerm: true,
      ...(dockerfile && { dockerfile }),
    })
    await finished(docker, stream, `building ${folder}`)
    if (registry) {
      const push = await docker.getImage(tag).push({ authconfig: await credentialsFor(tag) })
      await finished(docker, push, `pushing ${tag}`)
    }
    return tag
  }

  return {
    async of({ definition, categorySlug, slug }) {
      if (definition.kind === 'process')
        throw new EnvironmentStartError('it has neither an image nor a Dockerfile')
      const programs: [string, ServiceDefinition['program']][] =
        definition.kind === 'compose'
          ? definition.services.map(({ name, program }) => [name, program])
          : [['', definition]]
      const named = programs.map(async ([service, program]) => {
        if (program.kind === 'image')
          return [service, await once(program.image, () => pulled(program.image))] as const
        const { folder, dockerfile } = program
        const name = imageNameOf([categorySlug, slug, service])
        const key = `${folder} ${dockerfile ?? ''}`
        return [service, await once(key, () => build(folder, name, dockerfile))] as const
      })
      return new Map(await Promise.all(named))
    },
  }
}

/** Without the letters that engines refuse, two programs may have the same name: a hash makes each unique. */
function imageNameOf(parts: readonly string[]): string {
  const readable = parts
    .join(' ')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return [...(readable ?? []), hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16)].join('-')
}
