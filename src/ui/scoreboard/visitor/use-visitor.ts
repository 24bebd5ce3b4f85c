import { type VisitorChildren, visitorChildren } from '../../../machines/app/children.ts'
import { useApp } from '../../app-context.tsx'

/** The actors of a visit, for views that only visitors see. */
export function useVisitor(): VisitorChildren {
  const children = visitorChildren(useApp().getSnapshot())
  if (!children) throw new Error('This view is for visitors.')
  return children
}
