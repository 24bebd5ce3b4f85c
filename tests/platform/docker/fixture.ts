import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Docker from 'dockerode'
import type { EnvironmentSpec } from '../../../platform/environments/driver.ts'

const run = promisify(execFile)

/** Why these tests cannot run here, or null. */
export async function whyNoEngine(docker = new Docker()): Promise<string | null> {
  try {
    await docker.ping()
  } catch (error) {
    return `no Docker engine answers (${(error as Error).message}): start one, or set DOCKER_HOST`
  }
  const busybox = await findBusybox()
  return busybox ? null : 'busybox is missing: apt-get install busybox-static'
}

async function findBusybox(): Promise<string> {
  return run('which', ['busybox']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
}

/** A folder with a Dockerfile that needs only busybox, and runs `script`. Needs no registry. */
export async function buildFolder(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-build-'))
  // Debian's package busybox-static, so that it runs without libraries.
  await copyFile(await findBusybox(), join(folder, 'busybox'))
  await chmod(join(folder, 'busybox'), 0o755)
  await writeFile(join(folder, 'run.sh'), script)
  await writeFile(
    join(folder, 'Dockerfile'),
    'FROM scratch\nCOPY busybox /bin/busybox\nCOPY run.sh /run.sh\nENV PATH=/bin\n' +
      'RUN ["/bin/busybox", "--install", "-s", "/bin"]\nRUN mkdir -p /www /tmp\nCMD ["sh", "/run.sh"]\n',
  )
  return folder
}

/** A script that serves, over HTTP on port 8080, its environment and what it finds out about itself. */
export const telling = `
{ env; echo "user $(id -u)"; grep -E 'CapEff|NoNewPrivs' /proc/self/status
  echo "memory $(cat /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory.max 2>/dev/null)"
  for name in $NAMES; do nslookup "$name"; done
  nc -ll -p 9999 -e true &
  sleep 0.2
  for peer in $PEERS; do
    echo datagram | nc -u -w 1 \${peer%:*} \${peer#*:}
    nc -w 2 \${peer%:*} \${peer#*:} </dev/null && echo "reached $peer" || echo "missed $peer"
  done
} > /www/index.html 2>&1
exec httpd -f -p 8080 -h /www
`

export function containerSpec(
  id: string,
  build: string,
  rest: Partial<EnvironmentSpec> & { definition?: never } = {},
): EnvironmentSpec {
  return {
    id,
    accountId: 'account-1',
    categorySlug: 'web',
    slug: 'telling',
    folder: build,
    variables: { FLAG: 'GUIDON{of-this-account}' },
    ...rest,
    definition: {
      kind: 'build',
      folder: build,
      memoryMb: 64,
      startTimeoutMs: 20_000,
      ports: [{ port: 8080, protocol: 'http', title: 'Web' }],
    },
  }
}
