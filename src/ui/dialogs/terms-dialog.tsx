import { useLingui } from '@lingui/react/macro'
import { useEventDetails, useTextIn } from '../event/use-event.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { OwnDialog } from './own-dialog.tsx'

export function TermsDialog() {
  const { t } = useLingui()
  const text = useTextIn()(useEventDetails()?.terms)
  return (
    <OwnDialog title={t`Terms of participation`}>
      <Markdown text={text ?? ''} topHeading={3} />
    </OwnDialog>
  )
}
