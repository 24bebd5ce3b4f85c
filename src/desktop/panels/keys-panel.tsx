import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { HoldableKey, KeyName } from '../../machines/desktop/events.ts'
import { canControl, pressedKeysOf } from '../../machines/desktop/selectors.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useActors } from '../actors.tsx'
import css from './panel.module.css'
import { DesktopPanel } from './panel.tsx'

const holdable: readonly HoldableKey[] = ['Control', 'Alt', 'AltGr', 'Super']
/** Browsers keep the combinations of Ctrl and these keys for themselves. */
const browserKeys = ['W', 'T', 'N', 'Tab'] as const
const functionKeys = Array.from({ length: 12 }, (_, index) => `F${index + 1}` as KeyName)

/** Keys that a browser, a system or a phone keeps for itself. */
export function KeysPanel() {
  const { t } = useLingui()
  const { desktop } = useActors()
  const pressed = useSelector(desktop, pressedKeysOf)
  const controls = useSelector(desktop, canControl)
  const names: Partial<Record<KeyName, string>> = {
    Control: t`Ctrl`,
    Escape: t`Esc`,
    Tab: t`Tab`,
    Delete: t`Del`,
  }
  const press = (keys: readonly KeyName[], label: string) => (
    <Button
      key={label}
      size="small"
      aria-disabled={!controls || undefined}
      onClick={() => desktop.send({ type: 'keys.press', keys })}
    >
      {label}
    </Button>
  )
  return (
    <DesktopPanel title={t`Special keys`}>
      <div className={css.keys}>
        {press(['Escape'], t`Esc`)}
        {press(['Tab'], t`Tab`)}
        {press(['Super'], 'Super')}
        {press(['AltGr'], 'AltGr')}
      </div>
      <div className={css.row}>
        {press(['Control', 'Alt', 'Delete'], t`Ctrl + Alt + Del`)}
        {press(['Alt', 'Tab'], t`Alt + Tab`)}
        {press(['Alt', 'F4'], 'Alt + F4')}
        {browserKeys.map(key => press(['Control', key], `${names.Control} + ${names[key] ?? key}`))}
      </div>
      <p className={css.note}>
        <Trans>Hold a key for the next keystroke:</Trans>
      </p>
      <div className={css.keys}>
        {holdable.map(key => (
          <Button
            key={key}
            size="small"
            variant={pressed.includes(key) ? 'primary' : 'secondary'}
            aria-pressed={pressed.includes(key)}
            aria-disabled={!controls || undefined}
            onClick={() => desktop.send({ type: 'key.toggle', key })}
          >
            {names[key] ?? key}
          </Button>
        ))}
      </div>
      <div className={css.keys}>{functionKeys.map(key => press([key], key))}</div>
    </DesktopPanel>
  )
}
