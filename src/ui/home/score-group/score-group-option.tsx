import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ScoreGroup } from '../../../api/contract.ts'
import { chosenGroupOf } from '../../../machines/home/selectors.ts'
import { useLoaded } from '../../app-context.tsx'
import { Badge } from '../../feedback/badge.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import css from '../home.module.css'
import { GroupPassword } from './group-password.tsx'

export function ScoreGroupOption({ group }: { group: ScoreGroup }) {
  const { name, slug, description, isPasswordProtected } = group
  const id = useId()
  const home = useLoaded('home')
  const isChosen = useSelector(home, snapshot => chosenGroupOf(snapshot)?.slug === slug)
  const canChoose = useSelector(home, snapshot => snapshot.can({ type: 'group.chosen', slug }))
  return (
    <div className={css.group}>
      <label className={css.groupHead}>
        <input
          type="radio"
          name="scoreGroup"
          value={slug}
          checked={isChosen}
          aria-describedby={description ? id : undefined}
          onChange={() => canChoose && home.send({ type: 'group.chosen', slug })}
        />
        <span className={css.groupTitle}>
          <strong className={css.groupName}>{name}</strong>
          {isPasswordProtected && (
            <Badge icon="lock">
              <Trans>Password</Trans>
            </Badge>
          )}
        </span>
      </label>
      {description && (
        <div id={id} className={css.groupText}>
          <Markdown text={description} topHeading={3} />
        </div>
      )}
      {isChosen && isPasswordProtected && <GroupPassword />}
    </div>
  )
}
