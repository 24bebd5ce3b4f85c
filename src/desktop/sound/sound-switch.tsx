import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { hasSound, isListening } from '../../machines/desktop-sound/selectors.ts'
import { Icon } from '../../ui/art/icon.tsx'
import css from '../../ui/controls/button.module.css'
import { Button } from '../../ui/controls/button.tsx'
import { Tooltip } from '../../ui/layout/tooltip.tsx'
import { useActors } from '../actors.tsx'

const speaker = 'M3 7.75h3L10 4v12l-4-3.75H3z'
const waves = 'M12.75 7.5a3.5 3.5 0 0 1 0 5M15 5.25a6.75 6.75 0 0 1 0 9.5'
const cross = 'M13 7.75l4.5 4.5M17.5 7.75 13 12.25'

/** Turns the desktop's sound on and off, where it has sound. */
export function SoundSwitch() {
  const { t } = useLingui()
  const { sound } = useActors()
  const there = useSelector(sound, hasSound)
  const on = useSelector(sound, isListening)
  if (!there) return null
  const label = on ? t`Sound: on` : t`Sound: off`
  return (
    <Tooltip text={label} names>
      <Button
        variant="ghost"
        aria-label={label}
        aria-pressed={on}
        className={css.square}
        onClick={() => sound.send({ type: on ? 'sound.mute' : 'sound.listen' })}
      >
        <Icon name={{ path: speaker + (on ? waves : cross) }} />
      </Button>
    </Tooltip>
  )
}
