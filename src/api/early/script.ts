/**
 * The script in the head of `index.html`. It works while the app's code is still loading: it asks for what
 * the page will need, and shows the app's first picture. The build puts it there. In development there is no
 * such script.
 */

import './ask.ts'
import { prepareFirstPicture } from './first-picture.ts'

try {
  prepareFirstPicture()
} catch {
  // The app meets the same error, and shows it.
}
