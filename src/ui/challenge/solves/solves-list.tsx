import { Plural, Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { type ToggleEvent, useId } from 'react'
import { entryOf } from '../../../domain/challenge.ts'
import { detailOf } from '../../../machines/challenge/selectors.ts'
import { selectHas } from '../../../machines/event/selectors.ts'
import { dataOf } from '../../../machines/resource/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { Icon } from '../../art/icon.tsx'
import { Button } from '../../controls/button.tsx'
import { cx } from '../../cx.ts'
import popover from '../../layout/popover.module.css'
import { Moment } from '../../text/moment.tsx'
import { useChallenge } from '../use-challenge.ts'
import { Solvers } from './solvers.tsx'
import css from './solves-list.module.css'

/** How many solved the challenge, who was first, and, once opened, all of them in their order. */
export function SolvesList() {
  const id = useId()
  const { page, challenge, detail } = useChallenge()
  const { catalogue, event } = useSignedIn()
  const has = useSelector(event, selectHas('challenges'))
  const listed = useSelector(catalogue, snapshot => entryOf(dataOf(snapshot), challenge))
  const known = useSelector(detail, detailOf) ?? listed
  if (!has || known?.solves === undefined) return null
  const { solves, firstBlood } = known
  const first = firstBlood?.displayName
  const toggled = ({ newState }: ToggleEvent) =>
    page.send({ type: newState === 'open' ? 'solves.opened' : 'solves.closed' })
  return (
    <>
      <Button variant="ghost" size="small" popoverTarget={id} className={css.toggle}>
        <Plural value={solves} one="# solve" other="# solves" />
      </Button>
      {firstBlood && (
        <span className={css.first}>
          <Icon name="trophy" size="1rem" />
          <span>
            <Trans>
              First blood: <span translate="no">{first}</span>, <Moment time={firstBlood.time} />
            </Trans>
          </span>
        </span>
      )}
      <div id={id} popover="auto" className={cx(popover.popover, css.list)} onToggle={toggled}>
        <h2 className={popover.title}>
          <Trans>Solved by</Trans>
        </h2>
        <Solvers />
      </div>
    </>
  )
}
