import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { MAX_FLAG_LENGTH } from '../../../api/contract.ts'
import { metadataOf } from '../../../machines/event/selectors.ts'
import { flagExample, flagForm } from '../../../machines/submission/format.ts'
import {
  draftOf,
  isPaused,
  isSubmitting,
  verdictOf,
} from '../../../machines/submission/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import { handleSubmit } from '../../controls/handle-submit.ts'
import { useChallenge } from '../use-challenge.ts'
import css from './flag-form.module.css'
import { Wait } from './wait.tsx'

export function FlagForm() {
  const { t } = useLingui()
  const { submission } = useChallenge()
  const draft = useSelector(submission, draftOf)
  const busy = useSelector(submission, isSubmitting)
  const verdict = useSelector(submission, verdictOf)
  const can = useSelector(submission, snapshot => snapshot.can({ type: 'flag.submit' }))
  const { event } = useSignedIn()
  const prefix = useSelector(event, snapshot => metadataOf(snapshot)?.flagPrefix ?? '')
  const paused = useSelector(submission, isPaused)
  const example = flagExample(prefix)
  const form = flagForm(draft, prefix)
  const isOdd = form === 'other' || (form === 'partial' && verdict === 'rejected')
  return (
    <form className={css.form} {...handleSubmit(() => submission.send({ type: 'flag.submit' }))}>
      <div className={css.field}>
        <Field
          label={t`Flag`}
          hideLabel
          mono
          name="flag"
          enterKeyHint="send"
          maxLength={MAX_FLAG_LENGTH}
          placeholder={example}
          readOnly={busy}
          value={draft}
          note={isOdd ? <Trans>Flags look like {example}</Trans> : undefined}
          onChange={event => submission.send({ type: 'flag.typed', draft: event.target.value })}
        />
      </div>
      <Button
        type="submit"
        variant={paused ? 'secondary' : 'primary'}
        busy={busy}
        aria-disabled={!can}
      >
        {verdict === 'wait' ? <Wait /> : <Trans>Submit</Trans>}
      </Button>
    </form>
  )
}
