import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { SolveContext } from '../../../events/demo/solver.ts'
import type { ChallengeDefinition } from '../../../platform/event/model.ts'
import { ownPort } from '../../support/servers/own-port.ts'

/** Starts a challenge's command as an environment would, until the end of the test. */
export async function startService(
  challenge: ChallengeDefinition,
  variables: Record<string, string>,
): Promise<SolveContext['endpoints']> {
  const { environment } = challenge
  const [program, ...rest] = environment?.kind === 'process' ? environment.command : []
  const [port] = environment?.ports ?? []
  if (program !== 'node' || !port) throw new Error(`${challenge.slug} is not started by node`)
  const free = await ownPort()
  const service = spawn(process.execPath, rest, {
    cwd: challenge.folder,
    env: { PORT: String(free), HOST: '127.0.0.1', ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  service.stderr.on('data', text => {
    said += text
  })
  const ended = once(service, 'exit')
  onTestFinished(async () => {
    service.kill('SIGKILL')
    await ended
  })
  await Promise.race([
    answers(free),
    ended.then(() => {
      throw new Error(`${challenge.slug} ended: ${said}`)
    }),
  ])
  return [{ ip: '127.0.0.1', port: free, protocol: port.protocol, title: port.title }]
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
