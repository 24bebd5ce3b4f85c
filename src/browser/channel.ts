/**
 * The channel between the pages of this site in this browser. Firefox forbids it to a page that may store nothing.
 *
 * @param take gets what other pages send
 */
export function openChannel(
  name: string,
  take: (data: unknown) => void = () => {},
): Pick<BroadcastChannel, 'postMessage' | 'close'> | undefined {
  try {
    const channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }) => take(data)
    return channel
  } catch {
    return undefined
  }
}
