/**
 * The script in the head of `index.html`. While the app's code is still loading, it requests what the page will need,
 * shows the app's first picture, and later starts the service worker. The build puts it there. In development there is
 * no such script, and everything is requested later.
 */

import { prepareFirstPicture } from './first-picture.ts'
import { sendFirstRequests } from './first-requests.ts'
import { keepApp } from './keep-app.ts'

for (const begin of [sendFirstRequests, prepareFirstPicture, keepApp]) {
  try {
    begin()
  } catch {
    // The app meets the same error, and shows it.
  }
}
