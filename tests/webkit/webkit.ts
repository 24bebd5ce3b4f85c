import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type Keyboard, plugIn } from '../e2e/desktop/keyboard.ts'
import { ownPort } from '../support/servers/own-port.ts'

/** How long something may take to appear, in milliseconds: an upper bound, and no fixed wait. */
const LONGEST = 60_000
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Element = { [elementKey]: string }

/** WebKitGTK's own small browser on a screen with a real keyboard, by the driver that comes with it. */
export interface WebKit {
  readonly version: string
  readonly keyboard: Keyboard
  open(url: string): Promise<void>
  /** What the function body returns in the page. */
  run<T>(body: string, ...args: unknown[]): Promise<T>
  /** Waits until the function body returns something that is true. */
  until<T>(body: string, ...args: unknown[]): Promise<T>
  /** Waits for the element with this role and accessible name, and clicks it. */
  click(role: string, name: string): Promise<void>
  /** Types into a field, which is named by its label. */
  type(label: string, text: string): Promise<void>
  /** Works in the embedded frame from now on; null: in the page. */
  enterFrame(selector: string | null): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** A picture of the page, as PNG. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export async function openWebKit(): Promise<WebKit> {
  const keyboard = await plugIn()
  const env = { ...process.env, DISPLAY: keyboard.display, NO_AT_BRIDGE: '1' }
  // Without a window manager, no window has the focus.
  const manager = spawn('openbox', [], { env, stdio: 'ignore' })
  const port = await ownPort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env,
    stdio: 'ignore',
  })
  const address = `http://127.0.0.1:${port}`
  await eventually(() => fetch(`${address}/status`).then(({ ok }) => ok))

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${address}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (response.ok) return value
    throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
  }
  const { sessionId, capabilities } = await call<{
    sessionId: string
    capabilities: { browserVersion: string }
  }>('POST', '/session', { capabilities: { alwaysMatch: {} } })
  const session = `/session/${sessionId}`
  const run = <T>(body: string, ...args: unknown[]) =>
    call<T>('POST', `${session}/execute/sync`, { script: body, args })
  const find = (selector: string) =>
    call<Element[]>('POST', `${session}/elements`, { using: 'css selector', value: selector })
  const ask = (element: Element, what: string) =>
    call<string>('GET', `${session}/element/${element[elementKey]}/${what}`)
  const act = (element: Element, what: string, body = {}) =>
    call('POST', `${session}/element/${element[elementKey]}/${what}`, body)

  async function named(selector: string, name: string): Promise<Element> {
    return eventually(async () => {
      for (const element of await find(selector)) {
        if ((await ask(element, 'computedlabel')) === name) return element
      }
      return null
    })
  }
  const selectors: Record<string, string> = {
    button: 'button',
    link: 'a[href]',
    radio: 'input[type=radio]',
  }
  return {
    version: capabilities.browserVersion,
    keyboard,
    open: url => call('POST', `${session}/url`, { url }),
    run,
    until: (body, ...args) => eventually(() => run(body, ...args)),
    click: async (role, name) =>
      void (await act(await named(selectors[role] ?? role, name), 'click')),
    async type(label, text) {
      await act(await named('input, textarea', label), 'value', { text })
    },
    async enterFrame(selector) {
      const [element] = selector ? await eventually(() => some(find(selector))) : [null]
      await call('POST', `${session}/frame`, { id: element })
    },
    async resize(width, height) {
      const before = await run<number>('return innerWidth')
      await call('POST', `${session}/window/rect`, { width, height })
      // The window manager takes a moment. The browser's own bar limits how narrow the window can be.
      await eventually(() => run('return innerWidth !== arguments[0]', before))
    },
    picture: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', session).catch(() => undefined)
      for (const child of [driver, manager]) await end(child)
      await keyboard.close()
    },
  }
}

const some = async <T>(list: Promise<T[]>) => ((await list).length > 0 ? list : null)

/** Resolves with the first answer that is not null. A page that is left meanwhile gives no answer. */
async function eventually<T>(ask: () => Promise<T | null>): Promise<T> {
  let problem: unknown
  for (const end = Date.now() + LONGEST; Date.now() < end; await delay(50)) {
    const answer = await ask().catch(error => {
      problem = error
      return null
    })
    if (answer) return answer
  }
  throw new Error(`waited in vain for ${ask}: ${problem}`)
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
