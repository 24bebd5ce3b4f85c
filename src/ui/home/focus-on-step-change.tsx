// biome-ignore lint/style/noRestrictedImports: the heading exists only once the step is in the DOM.
import { useLayoutEffect, useRef } from 'react'
import type { Step } from '../../machines/home/step.ts'

/**
 * Moves the focus to the heading of a new step. On a phone the heading would be out of sight, above the
 * button that was pressed. If something else has the focus by then, the focus stays there.
 */
export function FocusOnStepChange({ step }: { step: Step }) {
  const last = useRef<Step>('unknown')
  useLayoutEffect(() => {
    const previous = last.current
    if (step === 'unknown' || step === previous) return
    last.current = step
    if (previous === 'unknown' || document.activeElement !== document.body) return
    const heading =
      document.getElementById('step') ?? document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }, [step])
  return null
}
