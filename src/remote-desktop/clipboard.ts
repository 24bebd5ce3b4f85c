/**
 * Puts a text into the browser's clipboard.
 *
 * @throws where the browser does not let it: without a click just before, or at all
 */
export async function copyOut(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}

/** What the browser's clipboard holds, where the user has allowed to read it; else null. */
export async function readIfAllowed(): Promise<string | null> {
  try {
    const name = 'clipboard-read' as PermissionName
    const { state } = await navigator.permissions.query({ name })
    return state === 'granted' ? await navigator.clipboard.readText() : null
  } catch {
    // Firefox and Safari know no such permission.
    return null
  }
}
