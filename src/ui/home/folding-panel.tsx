import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import type { GuidePart } from '../../machines/sidebar/events.ts'
import { isGuideOpen } from '../../machines/sidebar/guide.ts'
import { preferencesOf } from '../../machines/sidebar/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { type AnyIcon, Icon } from '../art/icon.tsx'
import { cx } from '../cx.ts'
import panel from '../layout/panel.module.css'
import css from './folding-panel.module.css'

/** Where the text goes on, it fades: many devices show no scrollbar. Below its last line is room for that. */
const fading = {
  paddingBlockEnd: '2.5rem',
  maskImage: 'linear-gradient(#000 calc(100% - 2.5rem), transparent)',
  // The panel would cut the focus ring off outside.
  outlineOffset: -2,
}

interface FoldingPanelProps {
  part: GuidePart
  title: string
  icon: AnyIcon
  /** It scrolls in the panel, so that what is below stays near. */
  isLong?: boolean
  children: ReactNode
}

/** A panel whose title opens and folds it. */
export function FoldingPanel({ part, title, icon, isLong, children }: FoldingPanelProps) {
  const id = useId()
  const { sidebar, stats } = useSignedIn()
  const preferences = useSelector(sidebar, preferencesOf)
  const isOpen = useSelector(stats, ({ context }) => isGuideOpen(preferences, part, context.data))
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <h2 className={panel.title}>
        <button
          type="button"
          id={id}
          className={cx(panel.header, css.title)}
          aria-expanded={isOpen}
          onClick={() => sidebar.send({ type: isOpen ? 'guide.fold' : 'guide.open', part })}
        >
          <Icon name={icon} />
          <span className={css.text}>{title}</span>
          <Icon name="chevronDown" size="1rem" />
        </button>
      </h2>
      {isOpen && (
        // What scrolls must be reachable by keyboard.
        <div
          className={cx(panel.body, isLong && css.long)}
          {...(isLong && { role: 'group', tabIndex: 0, 'aria-labelledby': id, style: fading })}
        >
          {children}
        </div>
      )}
    </section>
  )
}
