import { useLingui } from '@lingui/react/macro'
import { NothingHere } from '../loading/nothing-here.tsx'

export function NotFoundPage() {
  const { t } = useLingui()
  return <NothingHere heading={t`Page not found`} title={t`There is nothing at this address.`} />
}
