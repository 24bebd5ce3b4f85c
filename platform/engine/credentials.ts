import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { readSmallFile } from '../files/small-file.ts'

interface DockerConfig {
  auths?: Record<string, { auth?: string; identitytoken?: string }>
  credHelpers?: Record<string, string>
  credsStore?: string
}

/** The name of Docker Hub in the configuration. */
const dockerHub = 'https://index.docker.io/v1/'

/**
 * Reads the credentials that `docker login` stored for an image's registry: from Docker's configuration (in
 * `DOCKER_CONFIG` or `~/.docker`) or from its credential helpers.
 *
 * @returns `{}` if there are none
 */
export async function credentialsFor(image: string): Promise<Docker.AuthConfig | object> {
  const registry = registryOf(image)
  const config = await readConfig()
  const helper = config.credHelpers?.[registry] ?? config.credsStore
  if (helper) return askHelper(helper, registry)
  const { auth, identitytoken } = config.auths?.[registry] ?? {}
  if (identitytoken) return { identitytoken, serveraddress: registry }
  if (!auth) return {}
  const [username, password] = Buffer.from(auth, 'base64').toString().split(/:(.*)/s)
  return { username, password, serveraddress: registry }
}

/** An image without a registry in its name is on Docker Hub. */
function registryOf(image: string): string {
  const [first = '', ...rest] = image.split('/')
  return rest.length > 0 && /[.:]|^localhost$/.test(first) ? first : dockerHub
}

async function readConfig(): Promise<DockerConfig> {
  const folder = process.env.DOCKER_CONFIG ?? join(homedir(), '.docker')
  const file = join(folder, 'config.json')
  const config = parse(await readSmallFile(file).then(String, () => '{}'))
  if (!config) throw new Error(`${file} is not in JSON: docker login writes it again`)
  return config
}

/** A helper fails for a registry that it does not know. */
function askHelper(name: string, registry: string): Promise<Docker.AuthConfig | object> {
  return new Promise(resolve => {
    const child = execFile(`docker-credential-${name}`, ['get'], (error, stdout) => {
      if (error) return resolve({})
      const { Username: username, Secret: password } = parse(stdout) ?? {}
      if (typeof username !== 'string' || typeof password !== 'string') return resolve({})
      const serveraddress = registry
      if (username === '<token>') resolve({ identitytoken: password, serveraddress })
      else resolve({ username, password, serveraddress })
    })
    child.stdin?.on('error', () => undefined).end(registry)
  })
}

function parse(text: string): (DockerConfig & { Username?: unknown; Secret?: unknown }) | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
