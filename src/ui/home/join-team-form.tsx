import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { draftsOf, joinProblemOf, joinWait, pendingForm } from '../../machines/home/selectors.ts'
import { useLoaded } from '../app-context.tsx'
import { useSecondsLeft } from '../clock/use-seconds-left.ts'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { handleSubmit } from '../controls/handle-submit.ts'
import { Panel } from '../layout/panel.tsx'
import css from './home.module.css'
import { useHomeTexts } from './use-home-texts.ts'

export function JoinTeamForm() {
  const { t } = useLingui()
  const texts = useHomeTexts()
  const home = useLoaded('home')
  const token = useSelector(home, snapshot => draftsOf(snapshot).token)
  const problem = useSelector(home, joinProblemOf)
  const wait = useSecondsLeft(useSelector(home, joinWait))
  const isPending = useSelector(home, snapshot => pendingForm(snapshot) === 'join')
  const canType = useSelector(home, snapshot => snapshot.can({ type: 'token.typed', token: '' }))
  const canJoin = useSelector(home, snapshot => snapshot.can({ type: 'team.join' }))
  return (
    <Panel title={t`Join a team`} level={3} icon="team">
      <form
        noValidate
        className={css.form}
        {...handleSubmit(() => canJoin && home.send({ type: 'team.join' }))}
      >
        <Field
          mono
          label={t`Join token`}
          note={t`Your team mates find it under “Your team”. Their invite link works, too.`}
          value={token}
          maxLength={200}
          readOnly={!canType}
          error={wait === null ? problem && texts.join[problem] : texts.tooManyAttempts(wait)}
          onChange={event => home.send({ type: 'token.typed', token: event.target.value })}
        />
        <Button
          type="submit"
          variant="primary"
          busy={isPending}
          busyLabel={t`Joining…`}
          aria-disabled={!canJoin}
        >
          {wait === null ? <Trans>Join team</Trans> : texts.waitLabel(wait)}
        </Button>
      </form>
    </Panel>
  )
}
