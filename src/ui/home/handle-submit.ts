import type { FormEvent } from 'react'

/** Handles a form's submission, by button or Enter, without leaving the page. */
export const handleSubmit = (submit: () => void) => (event: FormEvent) => {
  event.preventDefault()
  submit()
}
