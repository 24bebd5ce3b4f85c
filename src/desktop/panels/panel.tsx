import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useActors } from '../actors.tsx'
import { focusNewPanel, focusOpener } from './move-focus.ts'
import css from './panel.module.css'

/** The frame of each panel below the bar. */
export function DesktopPanel({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useLingui()
  const { bar } = useActors()
  return (
    <section ref={focusNewPanel} tabIndex={-1} aria-label={title} className={css.panel}>
      <header className={css.head}>
        <h2 className={css.title}>{title}</h2>
        <IconButton
          icon="close"
          size="small"
          label={t`Close`}
          onClick={event => {
            focusOpener(event)
            bar.send({ type: 'panel.close' })
          }}
        />
      </header>
      {children}
    </section>
  )
}
