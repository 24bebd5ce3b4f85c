import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { detailOf } from '../../machines/challenge/selectors.ts'
import { downloadIcon } from '../art/page-icons.ts'
import { LinkButton } from '../controls/link-button.tsx'
import { safeLink } from '../markdown/markdown-urls.ts'
import { fileSize } from '../text/file-size.ts'
import css from './handouts.module.css'
import { useChallenge } from './use-challenge.ts'

/** The archive of the challenge's handouts, and its contents if the backend lists them. */
export function Handouts() {
  const { t, i18n } = useLingui()
  const { detail } = useChallenge()
  const archive = useSelector(detail, snapshot => detailOf(snapshot)?.staticFilesArchiveUrl)
  const files = useSelector(detail, snapshot => detailOf(snapshot)?.files) ?? []
  const link = archive ? safeLink(archive) : ''
  if (!link) return null
  return (
    <div className={css.files}>
      <LinkButton icon={downloadIcon} href={link} download>
        <Trans>Download the files</Trans>
      </LinkButton>
      {files.length > 0 && (
        <ul className={css.list} aria-label={t`Files`}>
          {files.map(({ name, bytes }) => (
            <li key={name} className={css.file}>
              <span className={css.name} translate="no">
                {name}
              </span>
              <span className={css.size}>{fileSize(bytes, i18n.locale)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
