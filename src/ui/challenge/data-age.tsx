import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { instanceUpdatedAt } from '../../machines/instance/selectors.ts'
import { isOffline } from '../../machines/network/selectors.ts'
import { updatedAt } from '../../machines/resource/selectors.ts'
import { useAppChildren } from '../app-context.tsx'
import { Notice } from '../parts/Notice.tsx'
import css from './data-age.module.css'
import { useChallenge } from './use-challenge.ts'

/** While offline: how old what is shown is. */
export function DataAge() {
  const { i18n } = useLingui()
  const { instance, score } = useChallenge()
  const offline = useSelector(useAppChildren().network, isOffline)
  const ofInstance = useSelector(instance, instanceUpdatedAt)
  const ofScore = useSelector(score, updatedAt)
  const age = ofInstance ?? ofScore
  if (!offline || age === null) return null
  const time = i18n.date(new Date(age), { timeStyle: 'medium' })
  return (
    <div className={css.age}>
      <Notice tone="warn" live="polite">
        <Trans>You are offline. What you see is as of {time}.</Trans>
      </Notice>
    </div>
  )
}
