import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { hasCopyFailed, isCopied } from '../../machines/copy/selectors.ts'
import { useSignedIn } from '../app-context.tsx'

interface Copy {
  /** True for two seconds after a copy by this button. */
  readonly isCopied: boolean
  /** True for two seconds after the browser refused this button's copy. */
  readonly hasFailed: boolean
  readonly copy: (text: string) => void
}

/** Copies to the clipboard for one button, and says how that went. */
export function useCopy(): Copy {
  const id = useId()
  const { copy } = useSignedIn()
  return {
    isCopied: useSelector(copy, snapshot => isCopied(snapshot, id)),
    hasFailed: useSelector(copy, snapshot => hasCopyFailed(snapshot, id)),
    copy: text => copy.send({ type: 'copy.requested', id, text }),
  }
}
