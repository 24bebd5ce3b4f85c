/**
 * The app's own files contain all styles and what several pages share, together a few kilobytes. A browser
 * sends six requests at once, and on a slow connection one more request costs over half a second.
 */
import.meta.glob('./**/*.module.css', { eager: true })

import './controls/use-copy.ts'
import './feedback/data-age.tsx'
import './feedback/failure-text.tsx'
import './feedback/badge.tsx'
import './controls/copy-field.tsx'
import './text/markdown.tsx'
import './layout/panel.tsx'
import './text/markdown-urls.ts'
import './loading/resource-failure.tsx'
