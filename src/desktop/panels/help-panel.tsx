import { Trans, useLingui } from '@lingui/react/macro'
import { hasKeyboardLock } from '../../browser/fullscreen.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import { Combination } from './combination.tsx'
import css from './panel.module.css'
import { DesktopPanel } from './panel.tsx'

export function HelpPanel() {
  const { t } = useLingui()
  return (
    <DesktopPanel title={t`Help`}>
      <ul className={css.list}>
        <li>
          <Trans>
            <Combination>
              <Kbd>Esc</Kbd> <Kbd>Esc</Kbd>
            </Combination>{' '}
            takes the keyboard out of the desktop. A click into it, or <Kbd>Tab</Kbd> past these
            buttons, brings it back.
          </Trans>
        </li>
        <li>
          <Trans>
            <Combination>
              <Kbd>Ctrl</Kbd> <Kbd>V</Kbd>
            </Combination>{' '}
            pastes your clipboard, images too. In a terminal,{' '}
            <Combination>
              <Kbd>Ctrl</Kbd> <Kbd>Shift</Kbd> <Kbd>V</Kbd>
            </Combination>{' '}
            pastes text, and selecting copies. On a Mac, <Kbd>⌘</Kbd> with <Kbd>C</Kbd>,{' '}
            <Kbd>X</Kbd> and <Kbd>V</Kbd> works everywhere.
          </Trans>
        </li>
        <li>
          <Trans>
            <Combination>
              <Kbd>Super</Kbd> <Kbd>Enter</Kbd>
            </Combination>{' '}
            opens a terminal. A click on the background opens a menu, and so does{' '}
            <Combination>
              <Kbd>Super</Kbd> <Kbd>Space</Kbd>
            </Combination>
            .
          </Trans>
        </li>
        <li>
          <Trans>
            “Files” moves files in both directions. By keyboard:{' '}
            <Combination>
              <Kbd>Esc</Kbd> <Kbd>Esc</Kbd>
            </Combination>
            , then <Kbd>Tab</Kbd> to the buttons.
          </Trans>
        </li>
        <li>
          <Trans>Type as usual: the desktop uses the layout of your keyboard.</Trans>
        </li>
        <li>
          <Trans>
            Keys that your browser or system keeps, like{' '}
            <Combination>
              <Kbd>Ctrl</Kbd> <Kbd>W</Kbd>
            </Combination>{' '}
            and{' '}
            <Combination>
              <Kbd>Alt</Kbd> <Kbd>Tab</Kbd>
            </Combination>
            , are under “Special keys”.
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
              <Combination>
                <Kbd>Esc</Kbd> <Kbd>Esc</Kbd>
              </Combination>
              , then <Kbd>F11</Kbd>.
            </Trans>
          )}
        </li>
      </ul>
    </DesktopPanel>
  )
}
