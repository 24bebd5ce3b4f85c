/** The decoded text of a part of an address. If it is not encoded correctly, it is returned unchanged. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
