import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { dataOf } from '../../machines/resource/selectors.ts'
import { LinkButton } from '../controls/link-button.tsx'
import { Skeleton } from '../loading/skeleton.tsx'
import { Markdown } from '../text/markdown.tsx'
import { safeLink } from '../text/markdown-urls.ts'
import css from './challenge-text.module.css'
import { useChallenge } from './use-challenge.ts'

export function ChallengeText() {
  const { detail } = useChallenge()
  const text = useSelector(detail, snapshot => dataOf(snapshot)?.description)
  const files = useSelector(detail, snapshot => dataOf(snapshot)?.staticFilesArchiveUrl)
  const link = files ? safeLink(files) : ''
  if (text === undefined) return <Skeleton lines={9} />
  return (
    <div className={css.text}>
      <Markdown text={text} topHeading={2} />
      {link && (
        <div>
          <LinkButton icon="download" href={link} download>
            <Trans>Download the files</Trans>
          </LinkButton>
        </div>
      )}
    </div>
  )
}
