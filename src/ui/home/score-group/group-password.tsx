import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import {
  draftsOf,
  isPasswordWrong,
  selectProblemOf,
  selectWait,
} from '../../../machines/home/selectors.ts'
import { useLoaded } from '../../app-context.tsx'
import { useSecondsLeft } from '../../clock/use-seconds-left.ts'
import { PasswordField } from '../../controls/password-field.tsx'
import css from '../home.module.css'
import { useHomeTexts } from '../use-home-texts.ts'

/** The password field of the chosen group. */
export function GroupPassword() {
  const { t } = useLingui()
  const texts = useHomeTexts()
  const home = useLoaded('home')
  const password = useSelector(home, snapshot => draftsOf(snapshot).password)
  const isWrong = useSelector(home, isPasswordWrong)
  const isEmpty = useSelector(home, snapshot => selectProblemOf(snapshot) === 'EMPTY')
  const wait = useSecondsLeft(useSelector(home, selectWait))
  const canType = useSelector(home, snapshot =>
    snapshot.can({ type: 'password.typed', password: '' }),
  )
  return (
    <div className={css.groupPassword}>
      <PasswordField
        label={t`Password of the group`}
        showLabel={t`Show the password`}
        hideTextLabel={t`Hide the password`}
        // With "off", browsers fill in the saved password of the user's sign-in account.
        autoComplete="new-password"
        value={password}
        maxLength={1024}
        readOnly={!canType}
        shake={isWrong}
        error={
          wait === null
            ? (isWrong && texts.wrongPassword) || (isEmpty && texts.select.EMPTY)
            : texts.tooManyAttempts(wait)
        }
        onChange={event => home.send({ type: 'password.typed', password: event.target.value })}
      />
    </div>
  )
}
