import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useAppChildren, useSignedIn } from '../app-context.tsx'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import css from './header.module.css'
import { HelpButton } from './help-button.tsx'
import { LanguageSelect } from './language-select.tsx'
import { PaletteButton } from './palette-button.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'

/** These controls stand in the header if there is room, otherwise at the end of the menu. */
export function HeaderControls() {
  const { t } = useLingui()
  const { session } = useAppChildren()
  const { dialogs, user } = useSignedIn()
  const data = useSelector(user, dataOf)
  const name = data?.displayName ?? data?.username
  return (
    <div className={css.controls}>
      {name && (
        <Button
          variant="ghost"
          className={css.greeting}
          onClick={() => dialogs.send({ type: 'dialog.open', dialog: 'debug' })}
        >
          <span className={css.name}>
            <Trans>Hello, {name}</Trans>
          </span>
        </Button>
      )}
      <PaletteButton />
      <HelpButton />
      <LanguageSelect />
      <SchemeSwitch />
      <IconButton
        icon="logout"
        label={t`Sign out`}
        onClick={() => session.send({ type: 'session.signOut' })}
      />
    </div>
  )
}
