import { desktopBase, whyNoDesktopImage } from './desktop-image.ts'

/** Before a run: the image may take minutes where Debian's packages come slowly, longer than a test's hook may. */
export default async function setUp() {
  if (!(await whyNoDesktopImage())) await desktopBase()
}
