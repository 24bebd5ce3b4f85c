import * as pageIcons from '../../src/ui/art/page-icons.ts'
import { paths } from '../../src/ui/art/paths.ts'

const names = new Map<string | null, string>([
  ...Object.entries(paths).map(([name, path]) => [path, name] as const),
  ...Object.entries(pageIcons).map(([name, { path }]) => [path, name] as const),
])

/** The names of the icons within an element, in their order. */
export const iconsIn = (element: Element | null) =>
  [...(element?.querySelectorAll('path') ?? [])].map(path => names.get(path.getAttribute('d')))
