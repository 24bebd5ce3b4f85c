import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { metadataOf } from '../../../machines/event/selectors.ts'
import {
  askedHint,
  hintFailure,
  isHintPaused,
  isHintTooLate,
  isTakingHint,
} from '../../../machines/hints/selectors.ts'
import { dataOf } from '../../../machines/resource/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { Button } from '../../controls/button.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { Notice } from '../../feedback/notice.tsx'
import { ChallengeFailureText } from '../challenge-failure-text.tsx'
import { useChallenge } from '../use-challenge.ts'
import { HintPrice } from './hint-price.tsx'

interface HintQuestionProps {
  list: readonly { readonly id: string; readonly cost: number }[]
}

/** Asks before points are spent. */
export function HintQuestion({ list }: HintQuestionProps) {
  const { t } = useLingui()
  const { hints } = useChallenge()
  const asked = useSelector(hints, askedHint)
  const taking = useSelector(hints, isTakingHint)
  const tooLate = useSelector(hints, isHintTooLate)
  const paused = useSelector(hints, isHintPaused)
  const failure = useSelector(hints, hintFailure)
  const can = useSelector(hints, snapshot => snapshot.can({ type: 'hint.confirmed' }))
  const { event, stats } = useSignedIn()
  const score = useSelector(stats, snapshot => dataOf(snapshot)?.score.points)
  const inTeams = useSelector(event, snapshot => metadataOf(snapshot)?.teamModeEnabled === true)
  const number = list.findIndex(({ id }) => id === asked) + 1
  const cost = list[number - 1]?.cost ?? 0
  const cancel = () => hints.send({ type: 'hint.cancelled' })
  const closing = taking ? {} : ({ onClose: cancel, closeLabel: t`Close` } as const)
  return (
    <Dialog
      open={asked !== null}
      title={t`Take hint ${number}?`}
      {...closing}
      actions={
        <>
          <Button onClick={cancel} aria-disabled={taking}>
            <Trans>Not now</Trans>
          </Button>
          <Button
            variant="primary"
            busy={taking}
            aria-disabled={!can}
            onClick={() => hints.send({ type: 'hint.confirmed' })}
          >
            <Plural value={cost} one="Take it for # point" other="Take it for # points" />
          </Button>
        </>
      }
    >
      <p>
        {inTeams ? (
          <Trans>
            The points come off your team’s score at once. Then every member can read the hint.
          </Trans>
        ) : (
          <Trans>The points come off your score at once. Then you can always read the hint.</Trans>
        )}
      </p>
      {score !== undefined && <HintPrice score={score} cost={cost} inTeams={inTeams} />}
      {(tooLate || paused) && (
        <Notice tone="danger" live="assertive">
          {paused ? (
            <Trans>The event is paused. Take the hint when it continues.</Trans>
          ) : (
            <Trans>The event has ended. Hints can no longer be taken.</Trans>
          )}
        </Notice>
      )}
      {failure && (
        <Notice tone="danger" live="assertive" title={t`That did not work.`}>
          <ChallengeFailureText code={failure.code} />
        </Notice>
      )}
    </Dialog>
  )
}
