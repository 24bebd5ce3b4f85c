import { execFile } from 'node:child_process'
import { access, cp, mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * A folder with a Dockerfile of this host's own Debian programs, with their libraries, and `script` as what
 * it runs. Needs no registry.
 *
 * @param programs absolute paths
 * @param folders absolute paths of folders that they read
 */
export async function hostImage(programs: string[], folders: string[], script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-image-'))
  const root = join(folder, 'root')
  const copy = async (path: string) => {
    const to = join(root, path)
    await mkdir(dirname(to), { recursive: true })
    await cp(await realpath(path), to, { recursive: true, dereference: true })
  }
  const all = ['/usr/bin/dash', '/usr/bin/id', '/usr/bin/setpriv', ...programs]
  for (const path of [...all, ...folders]) await copy(path)
  const modules = folders
    .filter(path => path.endsWith('/modules'))
    .map(path => join(path, 'mod_mpm_event.so'))
  const libraries = new Set<string>()
  for (const path of [...all, ...modules]) {
    const { stdout } = await run('ldd', [path]).catch(() => ({ stdout: '' }))
    for (const [, library] of stdout.matchAll(/(\/\S+) \(0x/g)) libraries.add(library ?? '')
  }
  // Only a thread that ends loads this library, so ldd does not list it.
  const threadEnd = [...libraries].find(path => path.endsWith('/libc.so.6'))
  if (threadEnd) libraries.add(join(dirname(threadEnd), 'libgcc_s.so.1'))
  for (const path of libraries) await copy(path)
  await mkdir(join(root, 'bin'), { recursive: true })
  await mkdir(join(root, 'etc'), { recursive: true })
  await writeFile(
    join(root, 'etc/passwd'),
    'root:x:0:0::/:/bin/sh\nwww-data:x:33:33::/:/bin/sh\nctf:x:1000:1000::/:/bin/sh\n',
  )
  await writeFile(join(root, 'etc/group'), 'root:x:0:\nwww-data:x:33:\nctf:x:1000:\n')
  await cp('/usr/bin/dash', join(root, 'bin/sh'))
  await writeFile(join(root, 'run.sh'), script)
  const made = [
    '/tmp',
    '/run',
    '/var/log/nginx',
    '/var/lib/nginx',
    '/var/log/apache2',
    '/var/www',
    '/proc',
  ]
  for (const path of made) await mkdir(join(root, path), { recursive: true })
  await writeFile(join(root, 'var/www/index.html'), 'served')
  await writeFile(
    join(folder, 'Dockerfile'),
    'FROM scratch\nCOPY root /\nENV PATH=/usr/sbin:/usr/bin:/bin\nCMD ["/bin/sh", "/run.sh"]\n',
  )
  return folder
}
