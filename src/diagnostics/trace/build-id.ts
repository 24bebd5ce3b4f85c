/** The hash that the build gave to the page's first file. */
export function buildId(): string {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? ''
  return /-([\w-]{8})\.js$/.exec(entry)?.[1] ?? 'dev'
}
