import type { DesktopBarRef } from '../../machines/desktop-bar/machine.ts'
import type { DesktopFilesRef } from '../../machines/desktop-files/machine.ts'
import { followPanel } from '../panels/follow-panel.ts'

/** Reads the home while its panel is open. */
export function readHomeWhileOpen(bar: DesktopBarRef, files: DesktopFilesRef): void {
  followPanel(bar, 'files', isOpen =>
    files.send({ type: isOpen ? 'files.opened' : 'files.closed' }),
  )
}

/** Sends the machine the files that are dropped anywhere on the page, and opens the panel, which shows the progress. */
export function takeDrops(page: Window, bar: DesktopBarRef, files: DesktopFilesRef): void {
  const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
  page.addEventListener('dragover', event => {
    if (!isOfFiles(event)) return
    // Otherwise the browser would open the file in place of the desktop.
    event.preventDefault()
    files.send({ type: 'files.dragged' })
  })
  page.addEventListener('dragleave', ({ relatedTarget }) => {
    // There is one if the pointer only moves to another element of the page.
    if (relatedTarget === null) files.send({ type: 'files.dragLeft' })
  })
  page.addEventListener('drop', event => {
    if (!isOfFiles(event)) return
    event.preventDefault()
    files.send({ type: 'files.given', files: [...(event.dataTransfer?.files ?? [])] })
    bar.send({ type: 'panel.open', panel: 'files' })
  })
}
