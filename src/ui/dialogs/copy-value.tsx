import { useLingui } from '@lingui/react/macro'
import { useCopy } from '../copy.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Notice } from '../parts/notice.tsx'

/** A value with a button that copies it. */
export function CopyValue({ label, value }: { label: string; value: string }) {
  const { t } = useLingui()
  const { isCopied, hasFailed, copy } = useCopy()
  return (
    <div>
      <CopyField
        label={label}
        value={value}
        copied={isCopied}
        onCopy={() => copy(value)}
        copyLabel={t`Copy`}
        copiedLabel={t`Copied`}
      />
      {hasFailed && (
        <Notice tone="danger" live="polite">{t`The browser does not let this page copy.`}</Notice>
      )}
    </div>
  )
}
