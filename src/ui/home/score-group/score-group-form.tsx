import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import {
  chosenGroupOf,
  groupsOf,
  isPasswordWrong,
  pendingForm,
  selectProblemOf,
  selectWait,
} from '../../../machines/home/selectors.ts'
import { useLoaded } from '../../app-context.tsx'
import { useSecondsLeft } from '../../clock/use-seconds-left.ts'
import { Button } from '../../controls/button.tsx'
import { handleSubmit } from '../../controls/handle-submit.ts'
import { Notice } from '../../feedback/notice.tsx'
import { VisuallyHidden } from '../../text/visually-hidden.tsx'
import css from '../home.module.css'
import { useHomeTexts } from '../use-home-texts.ts'
import { ScoreGroupOption } from './score-group-option.tsx'

export function ScoreGroupForm({ reload }: { reload: ReactNode }) {
  const { t } = useLingui()
  const texts = useHomeTexts()
  const home = useLoaded('home')
  const groups = useSelector(home, groupsOf)
  const problem = useSelector(home, selectProblemOf)
  // The group was listed without a password and has one now, so it has no field that could say this.
  const isWrong = useSelector(
    home,
    snapshot => isPasswordWrong(snapshot) && !chosenGroupOf(snapshot)?.isPasswordProtected,
  )
  const wait = useSecondsLeft(useSelector(home, selectWait))
  const isPending = useSelector(home, snapshot => pendingForm(snapshot) === 'select')
  const canSelect = useSelector(home, snapshot => snapshot.can({ type: 'group.select' }))
  return (
    <form
      noValidate
      className={css.form}
      {...handleSubmit(() => canSelect && home.send({ type: 'group.select' }))}
    >
      <fieldset className={css.groups}>
        <legend>
          <VisuallyHidden>
            <Trans>Score group</Trans>
          </VisuallyHidden>
        </legend>
        {groups.map(group => (
          <ScoreGroupOption key={group.slug} group={group} />
        ))}
      </fieldset>
      {problem && problem !== 'EMPTY' && (
        <Notice tone="danger" live="assertive" action={problem === 'NOT_FOUND' && reload}>
          {texts.select[problem]}
        </Notice>
      )}
      {isWrong && (
        <Notice tone="danger" live="assertive" action={reload}>
          {texts.wrongPassword}
        </Notice>
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={isPending}
        busyLabel={t`Saving…`}
        aria-disabled={!canSelect}
      >
        {wait === null ? <Trans>Confirm choice</Trans> : texts.waitLabel(wait)}
      </Button>
    </form>
  )
}
