import { useSelector } from '@xstate/react'
import { isLoading } from '../../machines/resource/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'

/**
 * Whether challenges and desktop are known, or cannot be read. The sidebar shows their links together, because the
 * desktop's link comes first and would move the others.
 */
export function useAreLinksKnown(): boolean {
  const { catalogue } = useSignedIn()
  const isDesktopKnown = useSelector(
    useApp(),
    snapshot => snapshot.context.facts.flugzeugEnabled !== null,
  )
  const isListLoading = useSelector(catalogue, isLoading)
  return isDesktopKnown && !isListLoading
}
