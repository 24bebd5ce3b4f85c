import { rm } from 'node:fs/promises'
import { vi } from 'vitest'
import type { Flugzeug, Instance } from '../../../src/api/contract.ts'
import { type DataFolder, makeDataFolder } from '../../platform/core/data-folder.ts'
import { writeEvent } from '../../platform/core/events.ts'
import { createBrowser, signIn } from '../../platform/core/sign-in-browser.ts'
import { hasPrograms } from '../../support/programs.ts'
import { runPlatform } from '../../support/servers/run-platform.ts'

export const canRunDesktops = hasPrograms('Xvnc', 'openbox', 'xterm', 'bwrap')

const environment = '/v1/challenges/bound/instance?category=net'
const hour = 3_600_000

interface Folders {
  folder: DataFolder
  event: string
}

async function makeFolders(): Promise<Folders> {
  const folder = await makeDataFolder()
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
  const event = await writeEvent({
    start: at(-1),
    end: at(1),
    postPlayEnd: at(2),
    teamMode: false,
    scoreGroups: [{ name: 'Open' }],
  })
  return { folder, event }
}

interface LiveOptions {
  /** A command that runs the platform's command line. */
  around?: string[]
  /** The folders of a platform that has ended. Default: new ones. */
  folders?: Folders
  /** Default: the platform logs everything that `log` needs. */
  args?: string[]
}

/** Starts the platform in its own process, as `npm start` does; alice is signed in and can play. */
export async function startLivePlatform(options: LiveOptions = {}) {
  const { around = [], folders, args = ['--log-level', 'info'] } = options
  const { folder, event } = folders ?? (await makeFolders())
  const run = runPlatform([...folder.args, '--event', event, ...args], { around })
  const origin = await run.ready
  const { access_token: token } = await signIn(createBrowser(), origin, 'alice', 'demo')

  const call = (method: string, path: string, body?: object) =>
    fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
  const read = async <T>(path: string) => (await (await call('GET', path)).json()) as T
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })

  const instance = () => read<Instance>(environment)
  const desktop = () => read<Flugzeug>('/v1/user/flugzeug')
  const becomes = <T>(ask: () => Promise<T>, isDone: (answer: T) => boolean) =>
    vi.waitUntil(
      async () => {
        const answer = await ask()
        return isDone(answer) && answer
      },
      { timeout: 60_000, interval: 50 },
    )

  return {
    folder,
    event,
    origin,
    token,
    call,
    instance,
    desktop,
    ended: run.ended,
    data: folder.path,
    child: run.child,
    pid: run.child.pid ?? 0,
    /** Every line of the log so far. */
    log: () => run.errors(),
    startEnvironment: () => call('PUT', environment),
    stopEnvironment: () => call('DELETE', environment),
    instanceBecomes: (state: Instance['state']) =>
      becomes(instance, answer => answer.state === state) as Promise<Instance>,
    desktopBecomes: (...states: Flugzeug['status'][]) =>
      becomes(desktop, answer => states.includes(answer.status)) as Promise<Flugzeug>,
    async close() {
      run.child.kill('SIGKILL')
      await run.ended
      await folder.remove()
      await rm(event, { recursive: true, force: true })
    },
  }
}

export type LivePlatform = Awaited<ReturnType<typeof startLivePlatform>>
