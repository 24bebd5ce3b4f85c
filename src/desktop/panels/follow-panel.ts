import type { PanelName } from '../../machines/desktop-bar/events.ts'
import type { DesktopBarRef } from '../../machines/desktop-bar/machine.ts'
import { openPanelOf } from '../../machines/desktop-bar/selectors.ts'

/** Tells when a panel of the bar is opened, and when it is closed. */
export function followPanel(
  bar: DesktopBarRef,
  panel: PanelName,
  tell: (isOpen: boolean) => void,
): void {
  let wasOpen = false
  bar.subscribe(snapshot => {
    const isOpen = openPanelOf(snapshot) === panel
    if (isOpen === wasOpen) return
    wasOpen = isOpen
    tell(isOpen)
  })
}
