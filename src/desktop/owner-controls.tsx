import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { canControl, hasTeam, isViewOnly } from '../machines/desktop/selectors.ts'
import type { PanelName } from '../machines/desktop-bar/events.ts'
import type { AnyIcon } from '../ui/art/icon.tsx'
import {
  copyIcon,
  downloadIcon,
  eyeIcon,
  eyeOffIcon,
  keyboardIcon,
  keyIcon,
} from '../ui/art/page-icons.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { useActors } from './actors.tsx'
import css from './bar.module.css'

interface OwnerPanelsProps {
  opener: (name: PanelName, icon: AnyIcon, label: string) => ReactNode
}

/** The panels that a team mate who watches does not have. */
export function OwnerPanels({ opener }: OwnerPanelsProps) {
  const { t } = useLingui()
  const team = useSelector(useActors().desktop, hasTeam)
  return (
    <>
      {opener('clipboard', copyIcon, t`Clipboard`)}
      {opener('files', downloadIcon, t`Files`)}
      {opener('keys', keyIcon, t`Special keys`)}
      {team && opener('sharing', 'team', t`Let team mates watch`)}
    </>
  )
}

/** Switches the view-only setting, and shows the on-screen keyboard. */
export function OwnerSwitches() {
  const { t } = useLingui()
  const { desktop } = useActors()
  const controls = useSelector(desktop, canControl)
  const viewOnly = useSelector(desktop, isViewOnly)
  return (
    <>
      <IconButton
        icon={viewOnly ? eyeIcon : eyeOffIcon}
        label={viewOnly ? t`View only: on` : t`View only: off`}
        aria-pressed={viewOnly}
        onClick={() => desktop.send({ type: 'viewOnly.toggle' })}
      />
      <span className={css.touch}>
        <IconButton
          icon={keyboardIcon}
          label={t`On-screen keyboard`}
          aria-disabled={!controls || undefined}
          onClick={() => desktop.send({ type: 'keyboard.show' })}
        />
      </span>
    </>
  )
}
