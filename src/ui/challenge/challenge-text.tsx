import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { Handout } from '../../api/contract.ts'
import { detailOf } from '../../machines/challenge/selectors.ts'
import { Skeleton } from '../loading/skeleton.tsx'
import { HandoutsProvider } from '../markdown/handouts.ts'
import { Markdown } from '../markdown/markdown.tsx'
import css from './challenge-text.module.css'
import { Handouts } from './handouts.tsx'
import { HintList } from './hints/hint-list.tsx'
import { useChallenge } from './use-challenge.ts'

export function ChallengeText() {
  const { detail } = useChallenge()
  const text = useSelector(detail, snapshot => detailOf(snapshot)?.description)
  if (text === undefined) return <Skeleton lines={9} />
  return (
    <WithHandouts>
      <div className={css.text}>
        <Markdown text={text} topHeading={2} />
        <Handouts />
        <HintList />
      </div>
    </WithHandouts>
  )
}

const noFiles: readonly Handout[] = []

/** A view of its own, so that a poll with new links does not render the text again. */
function WithHandouts({ children }: { children: ReactNode }) {
  const { detail } = useChallenge()
  const files = useSelector(detail, snapshot => detailOf(snapshot)?.files)
  return <HandoutsProvider value={files ?? noFiles}>{children}</HandoutsProvider>
}
