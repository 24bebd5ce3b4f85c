import { useSelector } from '@xstate/react'
import { hasExtension } from '../../domain/extensions.ts'
import { canPlay, hasStarted } from '../../domain/facts.ts'
import { useApp } from '../app-context.tsx'
import { Awards } from './awards.tsx'
import { Environments } from './environments.tsx'
import { SubmissionList } from './submission-list.tsx'

/** The environments of the user's own account, and its members' submissions. It is empty before the event. */
export function Activity() {
  const facts = useSelector(useApp(), snapshot => snapshot.context.facts)
  if (!hasExtension(facts, 'account') || !hasStarted(facts)) return null
  return (
    <>
      {canPlay(facts) && <Environments />}
      <SubmissionList />
      <Awards />
    </>
  )
}
