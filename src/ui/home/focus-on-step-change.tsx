// biome-ignore lint/style/noRestrictedImports: the heading exists only once the step is in the DOM.
import { useLayoutEffect, useRef } from 'react'
import type { Step } from '../../machines/home/step.ts'

/**
 * Moves to the heading of a step that follows another: on a phone it would be out of sight, above the
 * button that was pressed. Whoever does something else meanwhile is left alone.
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
