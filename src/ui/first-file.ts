/**
 * What several pages share, and the styles of all of them: a few kilobytes, which come in the app's own
 * files. A browser sends six requests at once, and on a slow line one more costs over half a second.
 */
import.meta.glob('./**/*.module.css', { eager: true })

import './copy.tsx'
import './data-age.tsx'
import './failure-text.tsx'
import './parts/badge.tsx'
import './parts/copy-field.tsx'
import './parts/markdown.tsx'
import './parts/panel.tsx'
import './parts/markdown-urls.ts'
import './shell/resource-failure.tsx'
