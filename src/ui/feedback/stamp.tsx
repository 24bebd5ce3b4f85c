import type { ReactNode } from 'react'
import { Icon } from '../art/icon.tsx'
import { checkIcon } from '../art/page-icons.ts'
import css from './stamp.module.css'

/** A stamp with the finished step; `detail` is the small text below. */
export function Stamp({ children, detail }: { children: ReactNode; detail?: ReactNode }) {
  return (
    <div className={css.stamp}>
      <span className={css.word}>
        <Icon name={checkIcon} size="1.5rem" />
        {children}
      </span>
      {detail && <span className={css.detail}>{detail}</span>}
    </div>
  )
}
