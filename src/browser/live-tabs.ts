import { fromCallback } from 'xstate'
import type { TabMessage, TabsEvent, TellTabs } from '../machines/live/events.ts'
import { openChannel } from './channel.ts'
import { whileLocked, whileVisible } from './live-turn.ts'

/**
 * Lets one of the user's tabs in this browser hold the live stream: the tab that has the lock. It sends the others what
 * it receives, over a channel. Browsers have no locks on plain HTTP, so there a tab holds a stream while it is
 * visible.
 */
export const liveTabs = fromCallback<TabsEvent | TellTabs, { readonly userId: string }>(
  ({ input, sendBack, receive }) => {
    const name = `guidon.live ${input.userId}`
    const channel = openChannel(name, data => {
      if (isMessage(data)) sendBack(data)
    })
    receive(event => {
      if (event.type === 'tabs.tell') channel?.postMessage(event.message)
    })
    channel?.postMessage({ type: 'tab.asked' })
    const leave = navigator.locks ? whileLocked(name, sendBack) : whileVisible(sendBack)
    return () => {
      leave()
      channel?.close()
    }
  },
)

/** What other tabs of this app sent, perhaps of another build. */
const isMessage = (data: unknown): data is TabMessage | { type: 'tab.asked' } =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  String(data.type).startsWith('tab.')
