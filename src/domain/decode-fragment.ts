/** The text in the fragment of an address; as it is, if it is not encoded as such. */
export function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
