/** Saves bytes or a text among the browser's downloads. Browsers show some types instead of saving them. */
export function saveFile(name: string, content: BlobPart, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Firefox reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
