import { useLingui } from '@lingui/react/macro'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

interface FailureNoticeProps {
  title: string
  /** What went wrong, and what to do. */
  text: string
  onClose: () => void
}

/** Says what went wrong, until the user closes it. */
export function FailureNotice({ title, text, onClose }: FailureNoticeProps) {
  const { t } = useLingui()
  return (
    <Notice
      live="assertive"
      tone="danger"
      title={title}
      action={<IconButton icon="close" size="small" label={t`Close`} onClick={onClose} />}
    >
      {text}
    </Notice>
  )
}
