import { useLingui } from '@lingui/react/macro'
import type { PaletteEntry } from '../../machines/palette/entries.ts'
import { Icon } from '../art/icon.tsx'
import { CompletedMarker, RunningMarker } from '../art/markers.tsx'
import { pageViews } from '../pages/page-views.tsx'
import css from './palette.module.css'

interface PaletteOptionProps {
  id: string
  entry: PaletteEntry
  isMarked: boolean
  onChoose: () => void
}

const keepInSight = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' })

export function PaletteOption({ id, entry, isMarked, onChoose }: PaletteOptionProps) {
  const { t } = useLingui()
  const { name, category, page, isRunning, isCompleted } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the input, which has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: as above.
    <div
      id={id}
      ref={isMarked ? keepInSight : undefined}
      role="option"
      aria-selected={isMarked}
      className={css.option}
      onClick={onChoose}
    >
      <Icon name={page ? pageViews[page].icon : 'flag'} size="1.125rem" />
      <span className={css.name}>
        <bdi>{name}</bdi>
      </span>
      {isRunning && <RunningMarker label={t`Running`} />}
      {isCompleted && <CompletedMarker label={t`Completed`} />}
      {category && <span className={css.category}>{category}</span>}
    </div>
  )
}
