/**
 * Puts a text into the browser's clipboard.
 *
 * @throws if the browser refuses, always or without a click just before
 */
export async function copyOut(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}

/** The text of the browser's clipboard; null unless the user has allowed to read it. */
export async function readIfAllowed(): Promise<string | null> {
  try {
    const name = 'clipboard-read' as PermissionName
    const { state } = await navigator.permissions.query({ name })
    return state === 'granted' ? await navigator.clipboard.readText() : null
  } catch {
    // Firefox and Safari have no such permission.
    return null
  }
}
