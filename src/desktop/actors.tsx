import { createContext, type ReactNode, use } from 'react'
import type { CopyRef } from '../machines/copy/machine.ts'
import type { DesktopRef } from '../machines/desktop/machine.ts'
import type { DesktopBarRef } from '../machines/desktop-bar/machine.ts'
import type { DesktopClipboardImageRef } from '../machines/desktop-clipboard-image/machine.ts'
import type { DesktopFilesRef } from '../machines/desktop-files/machine.ts'
import type { DesktopPasteRef } from '../machines/desktop-paste/machine.ts'
import type { DesktopSoundRef } from '../machines/desktop-sound/machine.ts'

interface Actors {
  desktop: DesktopRef
  bar: DesktopBarRef
  files: DesktopFilesRef
  copy: CopyRef
  paste: DesktopPasteRef
  image: DesktopClipboardImageRef
  sound: DesktopSoundRef
}

const Context = createContext<Actors | null>(null)

export function ActorsProvider({ children, ...actors }: Actors & { children: ReactNode }) {
  return <Context value={actors}>{children}</Context>
}

/** The actors of the desktop's page. */
export function useActors(): Actors {
  const actors = use(Context)
  if (!actors) throw new Error('A view of the desktop stands outside ActorsProvider.')
  return actors
}
