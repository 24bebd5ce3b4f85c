import { Trans, useLingui } from '@lingui/react/macro'
import { hasKeyboardLock } from '../../browser/fullscreen.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import css from './panel.module.css'
import { DesktopPanel } from './panel.tsx'

export function HelpPanel() {
  const { t } = useLingui()
  return (
    <DesktopPanel title={t`Help`}>
      <ul className={css.list}>
        <li>
          <Trans>
            <Kbd>Esc</Kbd> <Kbd>Esc</Kbd> takes the keyboard out of the desktop. A click into it, or{' '}
            <Kbd>Tab</Kbd> past these buttons, brings it back.
          </Trans>
        </li>
        <li>
          <Trans>
            <Kbd>Ctrl</Kbd> <Kbd>V</Kbd> pastes your clipboard, images too. In a terminal,{' '}
            <Kbd>Ctrl</Kbd> <Kbd>Shift</Kbd> <Kbd>V</Kbd> pastes text, and selecting copies. On a
            Mac, <Kbd>⌘</Kbd> with <Kbd>C</Kbd>, <Kbd>X</Kbd> and <Kbd>V</Kbd> works everywhere.
          </Trans>
        </li>
        <li>
          <Trans>
            <Kbd>Super</Kbd> <Kbd>Enter</Kbd> opens a terminal. A click on the background opens a
            menu, and so does <Kbd>Super</Kbd> <Kbd>Space</Kbd>.
          </Trans>
        </li>
        <li>
          <Trans>
            “Files” moves files in both directions. By keyboard: <Kbd>Esc</Kbd> <Kbd>Esc</Kbd>, then{' '}
            <Kbd>Tab</Kbd> to the buttons.
          </Trans>
        </li>
        <li>
          <Trans>Type as usual: the desktop uses the layout of your keyboard.</Trans>
        </li>
        <li>
          <Trans>
            Keys that your browser or system keeps, like <Kbd>Ctrl</Kbd> <Kbd>W</Kbd> and{' '}
            <Kbd>Alt</Kbd> <Kbd>Tab</Kbd>, are under “Special keys”.
          </Trans>
        </li>
        <li>
          {hasKeyboardLock() ? (
            <Trans>
              In fullscreen, the desktop gets all keys. Hold <Kbd>Esc</Kbd> to leave.
            </Trans>
          ) : (
            <Trans>
              <Kbd>Esc</Kbd> ends fullscreen. To type it, open the desktop in its own tab, press{' '}
              <Kbd>Esc</Kbd> <Kbd>Esc</Kbd>, then <Kbd>F11</Kbd>.
            </Trans>
          )}
        </li>
      </ul>
    </DesktopPanel>
  )
}
