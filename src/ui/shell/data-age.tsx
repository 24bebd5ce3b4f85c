import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isOffline } from '../../machines/network/selectors.ts'
import type { ResourceRef } from '../../machines/resource/machine.ts'
import { failureIn, updatedAt } from '../../machines/resource/selectors.ts'
import { useAppChildren } from '../app-context.tsx'
import { Notice } from '../parts/Notice.tsx'

/** Says how old shown data is, while it cannot be refreshed. */
export function DataAge<T>({ of }: { of: ResourceRef<T> }) {
  const { i18n } = useLingui()
  const offline = useSelector(useAppChildren().network, isOffline)
  const failed = useSelector(of, snapshot => failureIn(snapshot) !== null)
  const time = useSelector(of, updatedAt)
  if (time === null || !(offline || failed)) return null
  const shown = i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Notice tone="warn" live="polite">
      <Trans>This cannot be refreshed at the moment. It is as of {shown}.</Trans>
    </Notice>
  )
}
