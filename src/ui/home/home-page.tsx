import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { shownStage } from '../../machines/home/selectors.ts'
import type { Stage } from '../../machines/home/stage.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { PageSpinner } from '../pages/page-spinner.tsx'
import { preloadMarkdown } from '../text/markdown.tsx'
import { CountdownStage } from './countdown-stage.tsx'
import { EndedStage } from './ended-stage.tsx'
import css from './home.module.css'
import { PlayStage } from './play-stage.tsx'
import { ScoreGroupStage } from './score-group-stage.tsx'
import { TeamStage } from './team-stage.tsx'

/** The greeting, and the stage that the user has come to. */
export function HomePage() {
  const { home, user } = useSignedIn()
  const name = useSelector(user, snapshot => {
    const data = dataOf(snapshot)
    return data?.displayName ?? data?.username ?? ''
  })
  return (
    <div className={css.home}>
      <header className={css.greeting}>
        <h1>
          <Trans>Hello, {name}!</Trans>
        </h1>
        <p>
          <Trans>
            Take challenges apart, capture the flags that are hidden in them, and climb the
            scoreboard.
          </Trans>
        </p>
      </header>
      {viewOf(useSelector(home, shownStage))}
    </div>
  )
}

function viewOf(stage: Stage) {
  switch (stage) {
    case 'unknown':
      return <PageSpinner />
    case 'team':
      // The next stage may show texts by it: then it is there when that comes.
      preloadMarkdown().catch(() => {})
      return <TeamStage />
    case 'upcoming':
      return <CountdownStage />
    case 'scoreGroup':
      return <ScoreGroupStage />
    case 'play':
      return <PlayStage />
    case 'over':
      return <EndedStage />
  }
}
