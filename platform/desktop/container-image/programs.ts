import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { defaultPackages } from '../../event/details/desktop-image.ts'
import type { DesktopImage } from '../../event/model.ts'

/** What the page names of the usual programs, each with its command and its package of Debian. */
const usual = [
  ['Firefox', 'firefox-esr', 'firefox-esr'],
  ['PCManFM', 'pcmanfm', 'pcmanfm'],
  ['Mousepad', 'mousepad', 'mousepad'],
  ['Python 3 + pwntools', 'pwn', 'python3-pwntools'],
  ['netcat', 'nc', 'netcat-openbsd'],
  ['nmap', 'nmap', 'nmap'],
  ['Wireshark', 'wireshark', 'wireshark'],
  ['gdb', 'gdb', 'gdb'],
  ['strace', 'strace', 'strace'],
  ['ltrace', 'ltrace', 'ltrace'],
  ['binwalk', 'binwalk', 'binwalk'],
  ['John the Ripper', 'john', 'john'],
  ['ExifTool', 'exiftool', 'libimage-exiftool-perl'],
] as const

/** The names of the programs that an image has; empty if the event brings an image of its own. */
export function programsOf(image: DesktopImage): string[] {
  if (image.kind !== 'packages') return []
  const own = image.packages.filter(name => !defaultPackages.includes(name))
  const named = usual.filter(([, , from]) => image.packages.includes(from))
  return [...named.map(([name]) => name), ...own]
}

/** The usual programs that this host has, and the packages that it lacks. */
export async function programsHere(): Promise<{ found: string[]; missing: string[] }> {
  const isThere = await Promise.all(usual.map(([, command]) => isInstalled(command)))
  return {
    found: usual.filter((_, at) => isThere[at]).map(([name]) => name),
    missing: usual.filter((_, at) => !isThere[at]).map(([, , from]) => from),
  }
}

export async function isInstalled(name: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const tries = folders.map(folder => access(join(folder, name), constants.X_OK))
  return Promise.any(tries).then(
    () => true,
    () => false,
  )
}
