import { untilFirstPage } from './machines/app/first-page.ts'
import type { AppRef } from './machines/app/machine.ts'
import { pageOf, rulesOf } from './machines/navigation/pages.ts'
import { preloadPage } from './ui/pages/page-views.tsx'
import { parts } from './wiring/parts.ts'

/** Resolves when the page of this path can be drawn whole: with its data, its view and its machines. */
export function untilDrawable(app: AppRef, path: string): Promise<unknown> {
  const { name } = pageOf(path)
  const { part } = rulesOf(name)
  return Promise.all([untilFirstPage(app), preloadPage(name), part && parts[part].load()])
}
