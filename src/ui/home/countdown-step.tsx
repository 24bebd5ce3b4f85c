import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { metadataOf } from '../../machines/event/selectors.ts'
import { isForTeam } from '../../machines/home/selectors.ts'
import { isFull } from '../../machines/membership/members.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useLoaded, useSignedIn } from '../app-context.tsx'
import { DawnScene } from '../art/dawn-scene.tsx'
import { useServerTime } from '../clock/use-seconds-left.ts'
import { PageButton } from '../controls/link-button.tsx'
import { StartText } from '../event/start-text.tsx'
import { Countdown } from '../feedback/countdown.tsx'
import { countdownTiles } from './countdown.ts'
import css from './home.module.css'

/** Shown before the CTF starts. */
export function CountdownStep() {
  const { event, team } = useSignedIn()
  const home = useLoaded('home')
  const start = useSelector(event, snapshot => metadataOf(snapshot)?.ctfStart ?? null)
  const forTeam = useSelector(home, isForTeam)
  const canInvite = useSelector(team, snapshot => {
    const data = dataOf(snapshot)
    return forTeam && !(data && isFull(data))
  })
  if (start === null) return null
  return (
    <section className={css.countdown} aria-labelledby="step">
      <div className={css.countdownText}>
        <div className={css.intro}>
          <h2 id="step">
            <Trans>The CTF has not started yet.</Trans>
          </h2>
          <p>
            <StartText start={start} />
          </p>
        </div>
        <UntilStart until={start} />
        {canInvite && (
          <PageButton href={pages.ownTeam.path} icon="team">
            <Trans>Invite others to your team</Trans>
          </PageButton>
        )}
      </div>
      <DawnScene />
    </section>
  )
}

/** A component of its own, so that nothing else renders every second. */
function UntilStart({ until }: { until: string }) {
  const { t } = useLingui()
  return (
    <Countdown
      label={t`Time until the start`}
      tiles={countdownTiles(Date.parse(until) - useServerTime())}
      lang="de"
    />
  )
}
