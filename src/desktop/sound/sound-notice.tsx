import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { SoundFailure } from '../../machines/desktop-sound/events.ts'
import { soundFailure } from '../../machines/desktop-sound/selectors.ts'
import { useActors } from '../actors.tsx'
import { FailureNotice } from '../failure-notice.tsx'

/** Shows why the desktop's sound is not heard. */
export function SoundNotice() {
  const { t } = useLingui()
  const { sound } = useActors()
  const failure = useSelector(sound, soundFailure)
  if (failure === null) return null
  const words: Record<SoundFailure, string> = {
    desktop: t`The desktop does not send its sound. Try again in a moment. If that does not help, tell the organisers.`,
    browser: t`Your browser stopped playing the sound. Turn it on again.`,
    unsupported: t`Your browser cannot play the desktop’s sound. Use a current Chrome, Edge, Firefox or Safari, and an address that begins with https.`,
  }
  return (
    <FailureNotice
      title={t`No sound`}
      text={words[failure]}
      onClose={() => sound.send({ type: 'failure.closed' })}
    />
  )
}
