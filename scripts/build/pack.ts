import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const packers = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}

/** Smaller files fit one packet unpacked. */
const minSize = 1024

/** Writes packed copies beside the texts of a folder, `NAME.br` and `NAME.gz`, for servers that use them. */
export async function pack(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = entries.filter(entry => entry.isFile() && /\.(js|css|svg)$/.test(entry.name))
  for (const { parentPath, name } of texts) {
    const path = join(parentPath, name)
    const bytes = await readFile(path)
    if (bytes.length < minSize) continue
    for (const [ending, packer] of Object.entries(packers)) {
      const packed = await packer(bytes)
      if (packed.length < bytes.length) await writeFile(`${path}.${ending}`, packed)
    }
  }
}
