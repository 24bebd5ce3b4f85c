import { useSelector } from '@xstate/react'
import { detailOf } from '../../machines/challenge/selectors.ts'
import { Skeleton } from '../loading/skeleton.tsx'
import { Markdown } from '../text/markdown.tsx'
import { ChallengeFiles } from './challenge-files.tsx'
import css from './challenge-text.module.css'
import { HintList } from './hints/hint-list.tsx'
import { useChallenge } from './use-challenge.ts'

export function ChallengeText() {
  const { detail } = useChallenge()
  const text = useSelector(detail, snapshot => detailOf(snapshot)?.description)
  if (text === undefined) return <Skeleton lines={9} />
  return (
    <div className={css.text}>
      <Markdown text={text} topHeading={2} />
      <ChallengeFiles />
      <HintList />
    </div>
  )
}
