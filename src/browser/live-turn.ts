import type { TabsEvent } from '../machines/live/events.ts'

type SendBack = (event: TabsEvent) => void

/** A page that the browser freezes or keeps for later gives the lock away, and asks again when it is back. */
export function whileLocked(name: string, sendBack: SendBack): () => void {
  let giveBack = () => {}
  const ask = () => {
    giveBack()
    const waiting = new AbortController()
    giveBack = () => waiting.abort()
    const hold = () => {
      if (waiting.signal.aborted) return
      sendBack({ type: 'turn.begun' })
      return new Promise<void>(resolve => {
        giveBack = () => {
          resolve()
          sendBack({ type: 'turn.ended' })
        }
      })
    }
    // It rejects if it is aborted.
    navigator.locks.request(name, { signal: waiting.signal }, hold).catch(() => {})
  }
  const leave = () => giveBack()
  const askAgain = ({ type, persisted }: Event & { persisted?: boolean }) => {
    if (type === 'resume' || persisted) ask()
  }
  ask()
  const stops = [
    listen(window, 'pagehide', leave),
    listen(window, 'pageshow', askAgain),
    listen(document, 'freeze', leave),
    listen(document, 'resume', askAgain),
  ]
  return () => {
    for (const stop of stops) stop()
    leave()
  }
}

/** For browsers without locks. @returns stops it */
export function whileVisible(sendBack: SendBack): () => void {
  const report = () => sendBack({ type: document.hidden ? 'turn.ended' : 'turn.begun' })
  report()
  return listen(document, 'visibilitychange', report)
}

function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}
