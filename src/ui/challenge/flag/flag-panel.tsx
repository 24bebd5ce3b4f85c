import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isReadOnly, phaseOf } from '../../../machines/event/selectors.ts'
import { dataOf } from '../../../machines/resource/selectors.ts'
import { isPaused, verdictOf } from '../../../machines/submission/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { Stamp } from '../../feedback/stamp.tsx'
import { KeepFocus } from '../../layout/keep-focus.tsx'
import { Panel } from '../../layout/panel.tsx'
import { AfterSolve } from '../solved/after-solve.tsx'
import { GainLine } from '../solved/gain-line.tsx'
import { SolvedBy } from '../solved/solved-by.tsx'
import { useChallenge } from '../use-challenge.ts'
import { FlagForm } from './flag-form.tsx'
import css from './flag-panel.module.css'
import { OwnScore } from './own-score.tsx'
import { PauseText } from './pause-text.tsx'
import { VerdictLine } from './verdict-line.tsx'

export function FlagPanel() {
  const { t } = useLingui()
  const { score, submission } = useChallenge()
  const { event } = useSignedIn()
  const isCompleted = useSelector(score, snapshot => dataOf(snapshot)?.isCompleted === true)
  const points = useSelector(score, snapshot => dataOf(snapshot)?.points ?? 0)
  const isPostPlay = useSelector(event, snapshot => phaseOf(snapshot) === 'postPlay')
  // If a flag was refused because of the pause, the verdict says so.
  const paused = useSelector(submission, now => isPaused(now) && verdictOf(now) !== 'paused')
  const readOnly = useSelector(event, isReadOnly)
  return (
    <KeepFocus className={css.panel}>
      <Panel icon="flag" title={t`Flag`} aside={<OwnScore />}>
        {isCompleted ? (
          <div className={css.completed}>
            <Stamp detail={<Plural value={points} one="# point" other="# points" />}>
              <Trans>Completed</Trans>
            </Stamp>
            <SolvedBy />
          </div>
        ) : readOnly ? (
          <p className={css.note}>
            <Trans>This event is read-only: flags are not accepted any more.</Trans>
          </p>
        ) : (
          <FlagForm />
        )}
        <div className={css.verdict}>
          <VerdictLine />
        </div>
        <GainLine />
        {isCompleted && <AfterSolve />}
        {paused && !isCompleted && (
          <p className={css.note}>
            <PauseText />
          </p>
        )}
        {isPostPlay && !isCompleted && !readOnly && (
          <p className={css.note}>
            <Trans>The event has ended: new flags give no points.</Trans>
          </p>
        )}
      </Panel>
    </KeepFocus>
  )
}
