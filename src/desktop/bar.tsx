import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { KeyboardEvent, ReactNode } from 'react'
import { isWatcher } from '../machines/desktop/selectors.ts'
import type { PanelName } from '../machines/desktop-bar/events.ts'
import { isHidden, openPanelOf } from '../machines/desktop-bar/selectors.ts'
import type { AnyIcon } from '../ui/art/icon.tsx'
import { desktopIcon, expandIcon } from '../ui/art/page-icons.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { cx } from '../ui/cx.ts'
import { useActors } from './actors.tsx'
import css from './bar.module.css'
import { ConnectionMeter } from './connection-meter.tsx'
import { FilesPanel } from './files/files-panel.tsx'
import { OwnerPanels, OwnerSwitches } from './owner-controls.tsx'
import { ClipboardPanel } from './panels/clipboard-panel.tsx'
import { HelpPanel } from './panels/help-panel.tsx'
import { KeysPanel } from './panels/keys-panel.tsx'
import { focusOpener } from './panels/move-focus.ts'
import { PicturePanel } from './panels/picture-panel.tsx'
import { SharingPanel } from './sharing/sharing-panel.tsx'
import { SoundSwitch } from './sound/sound-switch.tsx'

const panels: Record<PanelName, () => ReactNode> = {
  clipboard: ClipboardPanel,
  files: FilesPanel,
  keys: KeysPanel,
  picture: PicturePanel,
  sharing: SharingPanel,
  help: HelpPanel,
}

export function Bar() {
  const { t } = useLingui()
  const { desktop, bar } = useActors()
  const hidden = useSelector(bar, isHidden)
  const panel = useSelector(bar, openPanelOf)
  const watches = useSelector(desktop, isWatcher)
  const OpenPanel = panel && panels[panel]

  const opener = (name: PanelName, icon: AnyIcon, label: string) => (
    <IconButton
      icon={icon}
      label={label}
      aria-expanded={panel === name}
      onClick={() =>
        bar.send(panel === name ? { type: 'panel.close' } : { type: 'panel.open', panel: name })
      }
    />
  )
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || panel === null) return
    const isInPanel = (event.target as Element).closest('section') !== null
    // On the bar's own buttons, the first Escape closes a tooltip.
    if (event.defaultPrevented && !isInPanel) return
    focusOpener(event)
    bar.send({ type: 'panel.close' })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      role="group"
      aria-label={t`Desktop controls`}
      className={cx(css.bar, hidden && css.hidden)}
      onPointerEnter={() => bar.send({ type: 'bar.entered' })}
      onPointerLeave={() => bar.send({ type: 'bar.left' })}
      onFocus={() => bar.send({ type: 'bar.entered' })}
      onBlur={() => bar.send({ type: 'bar.left' })}
      onKeyDown={closeOnEscape}
    >
      <div className={css.buttons}>
        <ConnectionMeter />
        <IconButton
          icon={expandIcon}
          label={t`Fullscreen`}
          onClick={() => desktop.send({ type: 'fullscreen.toggle' })}
        />
        {!watches && <OwnerPanels opener={opener} />}
        {opener('picture', desktopIcon, t`Picture`)}
        <SoundSwitch />
        {!watches && <OwnerSwitches />}
        {!watches && opener('help', 'info', t`Help`)}
      </div>
      {OpenPanel && (
        <div className={css.panel}>
          <OpenPanel />
        </div>
      )}
      <button
        type="button"
        className={css.handle}
        aria-hidden={!hidden}
        tabIndex={-1}
        onClick={() => bar.send({ type: 'bar.peek' })}
      >
        <span className={css.grip} />
        <span className={css.handleName}>
          <Trans>Show the controls</Trans>
        </span>
      </button>
    </div>
  )
}
