import { useMemo } from 'react'
import { cx } from '../../cx.ts'
import css from './math.module.css'
import { mathOf } from './mathml.ts'

export interface FormulaProps {
  tex: string
  /** The formula as it was written, with its dollars. */
  source: string
  display: 'block' | 'inline'
}

/** A formula as MathML, or as it was written if it cannot be read. */
export function Formula({ tex, source, display }: FormulaProps) {
  const isBlock = display === 'block'
  const math = useMemo(() => {
    try {
      return mathOf(tex, isBlock)
    } catch {
      return null
    }
  }, [tex, isBlock])
  if (math === null) return <code translate="no">{source}</code>
  return (
    <span className={cx(css.formula, isBlock && css.block)} translate="no">
      {math}
    </span>
  )
}
