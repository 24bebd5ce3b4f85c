import { fromCallback } from 'xstate'
import type { ShortcutPressed } from '../machines/palette/events.ts'

/** Systems on which the key is Command+K, because Control+K deletes to the end of the line. */
const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)

/** Reports Ctrl+K, or Command+K, anywhere on the page. */
export const shortcut = fromCallback<ShortcutPressed>(({ sendBack }) => {
  const onKey = (event: KeyboardEvent) => {
    const isPressed = isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
    if (!isPressed || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
    // Browsers would focus their address bar.
    event.preventDefault()
    if (!event.repeat) sendBack({ type: 'shortcut.pressed' })
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
})
