import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { hasCopyFailed, isCopied } from '../../machines/copy/selectors.ts'
import { copyOf } from '../../machines/dialogs/selectors.ts'
import { useSignedIn } from '../app-context.tsx'

interface Copy {
  /** For two seconds after a copy by this very hook. */
  readonly isCopied: boolean
  /** For as long, where the browser refused. */
  readonly hasFailed: boolean
  readonly copy: (text: string) => void
}

/** One button's way to the clipboard. */
export function useCopy(): Copy {
  const id = useId()
  const { dialogs } = useSignedIn()
  const clipboard = useSelector(dialogs, copyOf)
  return {
    isCopied: useSelector(clipboard, snapshot => snapshot !== undefined && isCopied(snapshot, id)),
    hasFailed: useSelector(
      clipboard,
      snapshot => snapshot !== undefined && hasCopyFailed(snapshot, id),
    ),
    copy: text => clipboard?.send({ type: 'copy.requested', id, text }),
  }
}
