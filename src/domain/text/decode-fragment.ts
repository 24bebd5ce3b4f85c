/** The decoded text in the fragment of an address. If it is not encoded correctly, it is returned unchanged. */
export function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
