import type { FormEvent, KeyboardEvent } from 'react'

/**
 * The handlers of a form that is submitted by button or Enter, without leaving the page. Enter that is held down
 * submits once: what is sent again counts as another attempt.
 */
export const handleSubmit = (submit: () => void) => ({
  onSubmit: (event: FormEvent) => {
    event.preventDefault()
    submit()
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  },
})
