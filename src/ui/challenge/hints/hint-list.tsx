import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { MouseEvent } from 'react'
import type { ChallengeDetail } from '../../../api/contract.ts'
import { detailOf } from '../../../machines/challenge/selectors.ts'
import { lastHint } from '../../../machines/hints/selectors.ts'
import { Icon } from '../../art/icon.tsx'
import { keyIcon } from '../../art/page-icons.ts'
import { Panel } from '../../layout/panel.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import { useChallenge } from '../use-challenge.ts'
import css from './hint-list.module.css'
import { HintQuestion } from './hint-question.tsx'

type Hint = NonNullable<ChallengeDetail['hints']>[number]

/** The challenge's hints, folded. Free and taken ones unfold; the others ask first. */
export function HintList() {
  const { t } = useLingui()
  const { detail } = useChallenge()
  const list = useSelector(detail, snapshot => detailOf(snapshot)?.hints)
  if (!list || list.length === 0) return null
  return (
    <Panel icon={keyIcon} title={t`Hints`} flush>
      {list.map((hint, index) => (
        <HintView key={hint.id} hint={hint} number={index + 1} />
      ))}
      <HintQuestion list={list} />
    </Panel>
  )
}

function HintView({ hint: { id, cost, text }, number }: { hint: Hint; number: number }) {
  const { hints } = useChallenge()
  const wasTaken = useSelector(hints, snapshot => text !== undefined && lastHint(snapshot) === id)
  const isClosed = text === undefined
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    hints.send({ type: 'hint.requested', hintId: id })
  }
  return (
    <details className={css.hint} open={wasTaken}>
      <summary
        className={css.summary}
        {...(isClosed && { 'aria-haspopup': 'dialog', onClick: ask })}
      >
        <Icon name={isClosed ? 'lock' : 'chevronDown'} />
        <span className={css.name}>
          <Trans>Hint {number}</Trans>
        </span>
        <span className={css.cost}>
          {cost === 0 ? (
            <Trans>Free</Trans>
          ) : isClosed ? (
            <Plural value={cost} one="Costs # point" other="Costs # points" />
          ) : (
            <Plural value={cost} one="Taken for # point" other="Taken for # points" />
          )}
        </span>
      </summary>
      {text !== undefined && (
        <div className={css.text}>
          <Markdown text={text} topHeading={3} />
        </div>
      )}
    </details>
  )
}
