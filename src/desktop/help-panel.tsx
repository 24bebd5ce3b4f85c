import { Trans, useLingui } from '@lingui/react/macro'
import { Kbd } from '../ui/text/kbd.tsx'
import css from './panel.module.css'
import { Panel } from './panel.tsx'

export function HelpPanel() {
  const { t } = useLingui()
  return (
    <Panel title={t`Help`}>
      <ul className={css.list}>
        <li>
          <Trans>
            <Kbd>Esc</Kbd> <Kbd>Esc</Kbd> takes the keyboard out of the desktop. A click into it, or{' '}
            <Kbd>Tab</Kbd> past these buttons, brings it back.
          </Trans>
        </li>
        <li>
          <Trans>
            <Kbd>Ctrl</Kbd> <Kbd>V</Kbd> pastes your clipboard. In a terminal it is <Kbd>Ctrl</Kbd>{' '}
            <Kbd>Shift</Kbd> <Kbd>V</Kbd>, and selecting copies. On a Mac, <Kbd>⌘</Kbd> with{' '}
            <Kbd>C</Kbd>, <Kbd>X</Kbd> and <Kbd>V</Kbd> works everywhere.
          </Trans>
        </li>
        <li>
          <Trans>
            <Kbd>Super</Kbd> <Kbd>Enter</Kbd> opens a terminal. A click on the background opens a
            menu, and so does <Kbd>Super</Kbd> <Kbd>Space</Kbd>.
          </Trans>
        </li>
        <li>
          <Trans>Type as usual: the desktop uses the layout of your keyboard.</Trans>
        </li>
        <li>
          <Trans>
            Keys that your system keeps for itself, like <Kbd>Alt</Kbd> <Kbd>Tab</Kbd>, are under
            “Special keys”.
          </Trans>
        </li>
        <li>
          <Trans>
            In fullscreen, Chrome and Edge give all keys to the desktop, <Kbd>Esc</Kbd> too: hold it
            to leave. In other browsers, <Kbd>Esc</Kbd> leaves at once.
          </Trans>
        </li>
      </ul>
    </Panel>
  )
}
