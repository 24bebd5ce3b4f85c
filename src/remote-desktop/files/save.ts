/** Saves a file among the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([file], { type: 'application/octet-stream' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Firefox reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
