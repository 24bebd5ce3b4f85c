import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import type { Day } from '../../domain/time/days.ts'
import css from './calendar.module.css'
import { cellIn, cellTo, type HeatCell } from './cells.ts'

interface HeatTipsProps {
  days: readonly Day[]
  label: string
  children: ReactNode
}

/** One tooltip for all cells, on hover and on focus. Arrow keys move from cell to cell. */
export function HeatTips({ days, label, children }: HeatTipsProps) {
  const id = useId()
  const [tip, setTip] = useState<HeatCell | null>(null)
  const show = ({ target }: SyntheticEvent) => setTip(cellIn(target))
  const hide = () => setTip(null)
  // The cell's position is read again, so that the tooltip stays at its cell.
  const follow = () => setTip(cell => cell && cellIn(cell.element))
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return hide()
    const next = cellTo(event.target, event.key)
    if (!next) return
    event.preventDefault()
    next.tabIndex = -1
    next.setAttribute('aria-describedby', id)
    next.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div
      role="group"
      aria-label={label}
      className={css.categories}
      onMouseOver={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={move}
      onScrollCapture={follow}
    >
      {children}
      <HeatTip id={id} cell={tip} day={tip ? days[tip.day] : undefined} />
    </div>
  )
}

interface HeatTipProps {
  id: string
  cell: HeatCell | null
  day: Day | undefined
}

function HeatTip({ id, cell, day }: HeatTipProps) {
  const { i18n } = useLingui()
  const isShown = cell !== null && day !== undefined
  const { flag = 0, flags = 0, count = 0 } = cell ?? {}
  return (
    <div
      id={id}
      role="tooltip"
      className={css.tip}
      hidden={!isShown}
      style={{ insetInlineStart: cell?.x, insetBlockStart: cell?.y }}
    >
      {isShown && (
        <>
          <strong>
            <Trans>
              Flag {flag} of {flags}
            </Trans>
          </strong>
          <br />
          <Plural value={count} one="# solve" other="# solves" />
          {' · '}
          {i18n.date(new Date(day.start), { dateStyle: 'medium' })}
        </>
      )}
    </div>
  )
}
