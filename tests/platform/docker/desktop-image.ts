import { execFile, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Docker from 'dockerode'

const run = promisify(execFile)
const folder = '/var/cache/guidon-images'
/** The packages that `prepare.sh` would install. The image has them, so it installs nothing. */
const packages = [
  ...['tigervnc-standalone-server', 'openbox', 'xterm', 'openssh-server', 'iptables', 'iproute2'],
  ...[
    'procps',
    'x11-utils',
    'x11-xserver-utils',
    'x11-xkb-utils',
    'xclip',
    'fonts-dejavu-core',
    'netcat-openbsd',
    ...['pulseaudio', 'pulseaudio-utils', 'libopus0', 'python3'],
  ],
]
/** It changes with the packages. */
const version = hash('sha256', packages.join(' ')).slice(0, 8)
const name = `guidon-test/desktop-base:${version}`
const kept = join(folder, `desktop-base-${version}.tar`)

/** Why Debian's packages cannot be put into an image here, or null. */
export async function whyNoDesktopBase(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'debootstrap needs root'
  return run('which', ['debootstrap']).then(
    () => null,
    () => 'debootstrap is missing: apt-get install debootstrap',
  )
}

/** Why no desktop can run as a container of this host's engine, or null. */
export async function whyNoDesktopImage(): Promise<string | null> {
  try {
    await new Docker().ping()
  } catch (error) {
    return `no Docker engine answers (${(error as Error).message}): start one, or set DOCKER_HOST`
  }
  return whyNoDesktopBase()
}

/**
 * An image of Debian with a display and all else that a desktop needs. Debian's packages are loaded once for this host,
 * and kept in /var/cache/guidon-images. Needs no registry of images.
 */
export async function desktopBase(docker = new Docker()): Promise<string> {
  const isKnown = await docker
    .getImage(name)
    .inspect()
    .then(
      () => true,
      () => false,
    )
  if (isKnown) return name
  await access(kept).catch(makeBase)
  const stream = await docker.importImage(kept, { repo: 'guidon-test/desktop-base', tag: version })
  await new Promise<void>((resolve, reject) =>
    docker.modem.followProgress(stream, error => (error ? reject(error) : resolve())),
  )
  return name
}

/** Where this host's apt gets Debian's packages. */
async function mirror(): Promise<string> {
  const filters = ['Created-By: Packages', 'Label: Debian', 'Component: main']
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(SITE)', ...filters])
  const [first] = stdout.split('\n')
  if (!first) throw new Error('apt knows no packages of Debian: apt-get update')
  return first
}

async function makeBase(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const root = await mkdtemp(join(tmpdir(), 'guidon-debian-'))
  try {
    await run('debootstrap', ['--variant=minbase', 'bookworm', root, await mirror()])
    await run('cp', ['/etc/resolv.conf', join(root, 'etc/resolv.conf')])
    const install = ['apt-get', 'install', '-yq', '--no-install-recommends', ...packages]
    // The folder for temporary files of this run is not in the new root.
    const env = { ...process.env, TMPDIR: '/tmp', DEBIAN_FRONTEND: 'noninteractive' }
    await run('chroot', [root, ...install], { env, maxBuffer: 2 ** 26 })
    const half = `${kept}.half`
    const tar = spawn('tar', [
      '-C',
      root,
      '--exclude=./var/cache/apt/archives/*.deb',
      '-cf',
      half,
      '.',
    ])
    await new Promise<void>((resolve, reject) =>
      tar.on('exit', code => (code === 0 ? resolve() : reject(new Error(`tar: ${code}`)))),
    )
    await rename(half, kept)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
