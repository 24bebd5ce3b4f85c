import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId } from 'react'
import type { Move } from '../../machines/palette/entries.ts'
import { moveFrom } from '../../machines/palette/entries.ts'
import { Dialog } from '../controls/dialog.tsx'
import { Kbd } from '../text/kbd.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './palette.module.css'
import { PaletteOption } from './palette-option.tsx'
import { usePalette } from './use-palette.ts'

/** Home and End move within the text, as the ARIA pattern of a combobox says. */
const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'previous',
  ArrowDown: 'next',
  PageUp: 'first',
  PageDown: 'last',
}

/** Jump to any page or challenge. */
export function Palette() {
  const { t } = useLingui()
  const listId = useId()
  const { palette, query, found, marked } = usePalette()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const move = moves[event.key]
    const to = move && moveFrom(found, marked?.path ?? null, move)
    // Enter is prevented, too. Otherwise, because the dialog closes at once, Enter would press the button that then
    // gets the focus.
    if (move || event.key === 'Enter') event.preventDefault()
    if (to) palette.send({ type: 'palette.moved', to })
    if (event.key === 'Enter' && marked) palette.send({ type: 'palette.chosen', path: marked.path })
  }
  return (
    <Dialog
      open
      title={t`Jump to`}
      closeLabel={t`Close`}
      onClose={() => palette.send({ type: 'palette.close' })}
    >
      <div>
        <input
          type="text"
          role="combobox"
          className={css.input}
          aria-label={t`Page or challenge`}
          placeholder={t`Page or challenge`}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={marked && `${listId}${marked.path}`}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          onChange={event => palette.send({ type: 'palette.typed', query: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <p className={css.nothing} role="status">
          {found.length === 0 && <Trans>No matches.</Trans>}
        </p>
        <div id={listId} role="listbox" aria-label={t`Results`} className={css.list}>
          {found.map(entry => (
            <PaletteOption
              key={entry.path}
              id={`${listId}${entry.path}`}
              entry={entry}
              isMarked={entry === marked}
              onChoose={() => palette.send({ type: 'palette.chosen', path: entry.path })}
            />
          ))}
        </div>
        <p className={css.keys} aria-hidden="true">
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> <Trans>choose</Trans> <Kbd>↵</Kbd> <Trans>open</Trans>{' '}
          <Kbd>Esc</Kbd> <Trans>close</Trans>
        </p>
        <VisuallyHidden>
          <Trans>Use the arrow keys to choose and Enter to open.</Trans>
        </VisuallyHidden>
      </div>
    </Dialog>
  )
}
