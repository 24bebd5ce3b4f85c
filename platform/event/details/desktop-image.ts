import { existsSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { EventFile } from '../event-schema.ts'
import type { DesktopImage } from '../model.ts'
import type { Report } from '../problems.ts'

/** Debian 12: the packages below are those of its release. */
const base = 'debian:bookworm-slim'

/** What participants expect, as far as Debian has it: a panel with a menu, a file manager, and tools. */
export const defaultPackages = [
  ...['lxpanel', 'pcmanfm', 'elementary-xfce-icon-theme', 'mousepad', 'gpicview', 'firefox-esr'],
  ...['python3-pwntools', 'python3-requests', 'python3-pycryptodome', 'netcat-openbsd', 'nmap'],
  ...['wireshark', 'tshark', 'gdb', 'strace', 'ltrace', 'binutils', 'binwalk', 'file', 'xxd'],
  ...['john', 'libimage-exiftool-perl', 'socat', 'curl', 'wget', 'git', 'vim-tiny', 'less'],
  ...[
    'unzip',
    'zip',
    'p7zip-full',
    'man-db',
    'openssh-client',
    'procps',
    'iputils-ping',
    'dnsutils',
  ],
]

/** Reads what is on desktops from `desktop:`. @param eventFolder where `build` begins */
export function readDesktopImage(
  { packages, image, build }: EventFile['desktop'],
  eventFolder: string,
  report: Report,
): DesktopImage {
  const given = [packages, image, build].filter(one => one !== undefined).length
  if (given > 1)
    report.add('error', ['desktop'], 'has more than one of packages, image and build; keep one')
  if (image !== undefined) return { kind: 'image', image }
  if (build !== undefined) {
    const top = resolve(eventFolder)
    const folder = resolve(top, build)
    if (!folder.startsWith(top + sep))
      report.add('error', ['desktop', 'build'], 'must be a folder in the folder of the event')
    else if (!existsSync(resolve(folder, 'Dockerfile')))
      report.add('error', ['desktop', 'build'], `has no Dockerfile: ${build}/Dockerfile`)
    return { kind: 'build', folder, dockerfile: 'Dockerfile' }
  }
  return {
    kind: 'packages',
    base,
    packages: [...new Set([...defaultPackages, ...(packages ?? [])])],
  }
}
