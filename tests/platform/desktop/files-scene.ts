import { access, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Desktops } from '../../../platform/desktop/desktops.ts'
import type { DesktopDriver, OnExit } from '../../../platform/desktop/driver.ts'
import { eventually } from '../../support/eventually.ts'
import { type DesktopServer, startDesktopServer } from './desktop-server.ts'
import { ticketOf } from './rfb.ts'

type Init = RequestInit & { duplex?: 'half' }

/** Desktops that are folders only: what is asked about files needs no display. */
export async function startFilesScene(homeMb = 32) {
  const root = await mkdtemp(join(tmpdir(), 'guidon-files-'))
  const at = (id: string, name: string) => join(root, id, name)
  let exit: OnExit = () => {}
  const driver: DesktopDriver = {
    name: 'folders',
    provision: async id => void (await mkdir(at(id, 'home'), { recursive: true })),
    async start(id) {
      await rm(at(id, 'uploads'), { recursive: true, force: true })
      await mkdir(at(id, 'uploads'))
    },
    stop: async () => {},
    forwardPorts: async () => {},
    remove: id => rm(join(root, id), { recursive: true, force: true }),
    connect: async () => new Socket(),
    homeOf: id => ({
      home: at(id, 'home'),
      uploads: at(id, 'uploads'),
      homeMb,
      fileMb: homeMb / 2,
    }),
    watch(onExit) {
      exit = onExit
      return () => {}
    },
    clear: async () => {},
  }
  const server: DesktopServer = await startDesktopServer()
  const desktops: Desktops = await server.open({ driver })

  /** The running desktop of a user, as its page asks about its files. */
  async function desktopOf(user: string) {
    await desktops.create(user)
    await eventually(async () => {
      if ((await desktops.get(user)).status !== 'running') throw new Error('not yet')
    })
    const [row] = await server.database.db.query.desktops
      .findMany()
      .then(rows => rows.filter(one => one.userId === user))
    const id = row?.id ?? ''
    const { url } = await desktops.get(user)
    const asked = await fetch(`${server.origin}/desktop/files/pass`, {
      method: 'POST',
      headers: { authorization: `Ticket ${ticketOf(url)}` },
    })
    const { pass } = (await asked.json()) as { pass: string }
    const call = (path: string, { headers, ...init }: Init = {}) =>
      fetch(`${server.origin}/desktop/files/${path}`, {
        ...init,
        headers: { authorization: `Pass ${pass}`, ...headers },
      })
    const ask = async (path: string, init?: Init) => {
      const answer = await call(path, init)
      const text = await answer.text()
      return { status: answer.status, ...(text && JSON.parse(text)) }
    }
    return {
      ...{ id, pass, call, ask, url },
      home: at(id, 'home'),
      uploads: at(id, 'uploads'),
      exit: (reason: string | null) => exit(id, reason),
      /** Sends a part; absent `body`: an empty one. */
      put: (upload: string, name: string, size: number, offset: number, body: BodyInit = '') =>
        ask(
          `upload?${new URLSearchParams({ id: upload, name, size: `${size}`, offset: `${offset}` })}`,
          {
            method: 'PUT',
            body,
          },
        ),
      state: (upload: string, name: string, size: number) =>
        ask(`upload?${new URLSearchParams({ id: upload, name, size: `${size}` })}`),
    }
  }

  return {
    ...{ server, desktops, root, desktopOf },
    exists: (path: string) =>
      access(path).then(
        () => true,
        () => false,
      ),
    async close() {
      await server.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export type FilesScene = Awaited<ReturnType<typeof startFilesScene>>
export type FilesDesktop = Awaited<ReturnType<FilesScene['desktopOf']>>
