import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { maxTeamNameLength } from '../../api/contract.ts'
import {
  createProblemOf,
  createWait,
  draftsOf,
  pendingForm,
} from '../../machines/home/selectors.ts'
import { useLoaded } from '../app-context.tsx'
import { plusIcon } from '../art/page-icons.ts'
import { useSecondsLeft } from '../clock/use-seconds-left.ts'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { handleSubmit } from '../controls/handle-submit.ts'
import { Panel } from '../layout/panel.tsx'
import css from './home.module.css'
import { useHomeTexts } from './use-home-texts.ts'

/** @param isOnly nobody can join a team: this is the only way to take part */
export function CreateTeamForm({ isOnly }: { isOnly: boolean }) {
  const { t } = useLingui()
  const texts = useHomeTexts()
  const home = useLoaded('home')
  const teamName = useSelector(home, snapshot => draftsOf(snapshot).teamName)
  const problem = useSelector(home, createProblemOf)
  const wait = useSecondsLeft(useSelector(home, createWait))
  const isPending = useSelector(home, snapshot => pendingForm(snapshot) === 'create')
  const canType = useSelector(home, snapshot =>
    snapshot.can({ type: 'teamName.typed', teamName: '' }),
  )
  const canCreate = useSelector(home, snapshot => snapshot.can({ type: 'team.create' }))
  return (
    <Panel title={t`Create a team`} level={3} icon={plusIcon}>
      <form
        noValidate
        className={css.form}
        {...handleSubmit(() => canCreate && home.send({ type: 'team.create' }))}
      >
        <Field
          label={t`Team name`}
          note={t`Everybody sees it on the scoreboard.`}
          autoComplete="off"
          value={teamName}
          maxLength={maxTeamNameLength}
          readOnly={!canType}
          error={wait === null ? problem && texts.create[problem] : texts.tooManyAttempts(wait)}
          onChange={event => home.send({ type: 'teamName.typed', teamName: event.target.value })}
        />
        <Button
          type="submit"
          {...(isOnly && { variant: 'primary' })}
          busy={isPending}
          busyLabel={t`Creating…`}
          aria-disabled={!canCreate}
        >
          {wait === null ? <Trans>Create team</Trans> : texts.waitLabel(wait)}
        </Button>
      </form>
    </Panel>
  )
}
