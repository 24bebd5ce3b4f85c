import { useLingui } from '@lingui/react/macro'
import { CopyField } from '../controls/copy-field.tsx'
import { useCopy } from '../controls/use-copy.ts'
import { Notice } from '../feedback/notice.tsx'
import css from './dialogs.module.css'

/** A value with a button that copies it. */
export function CopyValue({ label, value }: { label: string; value: string }) {
  const { t } = useLingui()
  const { isCopied, hasFailed, copy } = useCopy()
  return (
    <div className={css.stack}>
      <CopyField
        label={label}
        value={value}
        copied={isCopied}
        onCopy={() => copy(value)}
        copyLabel={t`Copy: ${label}`}
        copiedLabel={t`Copied`}
      />
      {hasFailed && (
        <Notice
          tone="danger"
          live="polite"
        >{t`Your browser blocked copying. Select the text and copy it yourself.`}</Notice>
      )}
    </div>
  )
}
