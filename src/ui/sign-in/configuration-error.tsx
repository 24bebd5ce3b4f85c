import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useApp } from '../app-context.tsx'
import { Wordmark } from '../art/guidon.tsx'
import { Notice } from '../feedback/notice.tsx'
import css from './sign-in-screen.module.css'

/** Shows what is wrong, to the person who sets up the site. */
export function ConfigurationError() {
  const { t } = useLingui()
  const missing = useSelector(useApp(), snapshot => snapshot.context.input.missingKeys)
  return (
    <main className={css.screen}>
      <title>{`${t`Not configured`} · Guidon`}</title>
      <h1>
        <Wordmark size="3rem" />
      </h1>
      <Notice tone="danger" title={t`This site is not configured.`}>
        <p>
          <Trans>
            These keys of the app-config block in index.html are missing, empty or not a URL:
          </Trans>
        </p>
        <ul>
          {missing.map(key => (
            <li key={key}>
              <code translate="no">{key}</code>
            </li>
          ))}
        </ul>
      </Notice>
    </main>
  )
}
