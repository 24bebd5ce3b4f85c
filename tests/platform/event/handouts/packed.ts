import { archive } from '../../../../platform/event/handouts/archive.ts'

/** The bytes of a challenge's archive, or of a part of it. */
export async function packed(
  handouts: Parameters<typeof archive>[0],
  { start = 0, end }: { start?: number; end?: number } = {},
): Promise<Buffer> {
  const { size, read } = await archive(handouts)
  return Buffer.from(await new Response(read(start, end ?? size)).arrayBuffer())
}
