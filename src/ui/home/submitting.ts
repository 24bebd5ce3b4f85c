import type { FormEvent } from 'react'

/** Hands a form's submission over, by button or Enter, and keeps the browser on the page. */
export const submitting = (submit: () => void) => (event: FormEvent) => {
  event.preventDefault()
  submit()
}
