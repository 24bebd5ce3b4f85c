import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { createForwardedPorts } from '../../../../platform/desktop/network/forwarded-ports.ts'
import { inNetworkOf, inOwnNetwork } from '../../../../platform/desktop/network/namespace.ts'
import { whyNotSandboxed } from '../../../../platform/desktop/processes/sandbox.ts'
import { portOf } from '../../../../platform/environments/process/ports.ts'
import { createLog } from '../../../../platform/log.ts'

const reason = (await whyNotSandboxed(tmpdir())).sandbox

/** Starts a program in its own network, which writes a line when it runs. */
async function runInNetwork() {
  const [file = '', ...args] = inOwnNetwork(['/bin/sh', '-c', 'echo up; exec sleep 60'], [])
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

test.skipIf(reason)(
  `a change of forwarded ports that fails does not stop later ones ${reason ?? ''}`,
  async () => {
    const pid = await runInNetwork()
    const target = createServer(socket => socket.end('of the target')).listen(0, '127.0.0.1')
    await once(target, 'listening')
    const ports = createForwardedPorts(pid, createLog('silent'))
    onTestFinished(() => {
      ports.close()
      target.close()
    })
    const wanted = {
      ip: '127.0.0.1',
      port: 7000,
      transport: 'tcp' as const,
      target: { host: '127.0.0.1', port: portOf(target) },
    }
    const { execPath } = process
    // No program can have this name, so that it cannot be started.
    process.execPath = 'no\0program'
    await expect(ports.set([wanted]))
      .rejects.toThrow()
      .finally(() => {
        process.execPath = execPath
      })
    await ports.set([wanted])
    const ask = 'exec 3<>/dev/tcp/127.0.0.1/7000 && cat <&3'
    const [file = '', ...args] = inNetworkOf(pid, ['bash', '-c', ask])
    const inside = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    expect((await inside.stdout.toArray()).join('')).toBe('of the target')
  },
)
