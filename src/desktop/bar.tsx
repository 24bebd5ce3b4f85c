import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { isConnected, isViewOnly } from '../machines/desktop/selectors.ts'
import type { Panel } from '../machines/desktop-bar/events.ts'
import { isHidden, openPanel } from '../machines/desktop-bar/selectors.ts'
import type { IconName } from '../ui/art/icon.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { cx } from '../ui/layout/cx.ts'
import { useActors } from './actors.tsx'
import css from './bar.module.css'
import { ClipboardPanel } from './clipboard-panel.tsx'
import { ConnectionMeter } from './connection-meter.tsx'
import { FilesPanel } from './files/files-panel.tsx'
import { HelpPanel } from './help-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { PicturePanel } from './picture-panel.tsx'

const panels: Record<Panel, () => ReactNode> = {
  clipboard: ClipboardPanel,
  files: FilesPanel,
  keys: KeysPanel,
  picture: PicturePanel,
  help: HelpPanel,
}

export function Bar() {
  const { t } = useLingui()
  const { desktop, bar } = useActors()
  const hidden = useSelector(bar, isHidden)
  const panel = useSelector(bar, openPanel)
  const connected = useSelector(desktop, isConnected)
  const viewOnly = useSelector(desktop, isViewOnly)
  const Panel = panel && panels[panel]

  const opener = (name: Panel, icon: IconName, label: string) => (
    <IconButton
      icon={icon}
      label={label}
      aria-expanded={panel === name}
      onClick={() =>
        bar.send(panel === name ? { type: 'panel.close' } : { type: 'panel.open', panel: name })
      }
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      role="group"
      aria-label={t`Desktop controls`}
      className={cx(css.bar, hidden && css.hidden)}
      onPointerEnter={() => bar.send({ type: 'bar.enter' })}
      onPointerLeave={() => bar.send({ type: 'bar.leave' })}
      onFocus={() => bar.send({ type: 'bar.enter' })}
      onBlur={() => bar.send({ type: 'bar.leave' })}
    >
      <div className={css.buttons}>
        <ConnectionMeter />
        <IconButton
          icon="expand"
          label={t`Fullscreen`}
          onClick={() => desktop.send({ type: 'fullscreen.toggle' })}
        />
        {opener('clipboard', 'copy', t`Clipboard`)}
        {opener('files', 'download', t`Files`)}
        {opener('keys', 'key', t`Special keys`)}
        {opener('picture', 'desktop', t`Picture`)}
        <IconButton
          icon={viewOnly ? 'eye' : 'eyeOff'}
          label={viewOnly ? t`View only: on` : t`View only: off`}
          aria-pressed={viewOnly}
          onClick={() => desktop.send({ type: 'viewOnly.toggle' })}
        />
        <span className={css.touch}>
          <IconButton
            icon="terminal"
            label={t`On-screen keyboard`}
            aria-disabled={!connected || viewOnly || undefined}
            onClick={() => desktop.send({ type: 'keyboard.show' })}
          />
        </span>
        {opener('help', 'info', t`Help`)}
      </div>
      {Panel && (
        <div className={css.panel}>
          <Panel />
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
