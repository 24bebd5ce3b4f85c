import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isPostPlay, isReadOnly, shownStep } from '../../machines/home/selectors.ts'
import type { Step } from '../../machines/home/step.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useLoaded, useSignedIn } from '../app-context.tsx'
import { useEventDetails, useTextIn } from '../event/use-event.ts'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { Markdown, preloadMarkdown } from '../markdown/markdown.tsx'
import { CountdownStep } from './countdown-step.tsx'
import { EndedStep } from './ended-step.tsx'
import { FocusOnStepChange } from './focus-on-step-change.tsx'
import css from './home.module.css'
import { PlayStep } from './play-step.tsx'
import { ScoreGroupStep } from './score-group/score-group-step.tsx'
import { TeamStep } from './team-step.tsx'

/** The greeting, and the user's step. */
export function HomePage() {
  const { user } = useSignedIn()
  const home = useLoaded('home')
  const name = useSelector(user, snapshot => {
    const data = dataOf(snapshot)
    return data?.displayName ?? data?.username ?? ''
  })
  const step = useSelector(home, shownStep)
  return (
    <div className={css.home}>
      <header className={css.greeting}>
        <h1>
          <Trans>Hello, {name}!</Trans>
        </h1>
        {step !== 'over' && <Intro />}
      </header>
      {viewOf(step)}
      <FocusOnStepChange step={step} />
    </div>
  )
}

function Intro() {
  const own = useTextIn()(useEventDetails()?.intro)
  if (useSelector(useLoaded('home'), isReadOnly)) return null
  if (useSelector(useLoaded('home'), isPostPlay)) {
    return (
      <p>
        <Trans>
          The event has ended. You can still solve its challenges, but they give no points.
        </Trans>
      </p>
    )
  }
  if (own !== null) return <Markdown text={own} topHeading={2} />
  return (
    <p>
      <Trans>
        Take challenges apart, capture the flags that are hidden in them, and climb the scoreboard.
      </Trans>
    </p>
  )
}

function viewOf(step: Step) {
  switch (step) {
    case 'unknown':
      return <PageSpinner />
    case 'team':
      // Loads the markdown renderer early: the next step may need it.
      preloadMarkdown().catch(() => {})
      return <TeamStep />
    case 'upcoming':
      return <CountdownStep />
    case 'scoreGroup':
      return <ScoreGroupStep />
    case 'play':
      return <PlayStep />
    case 'over':
      return <EndedStep />
  }
}
