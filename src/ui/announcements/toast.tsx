import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { toastOf } from '../../machines/announcements/selectors.ts'
import { whenLoaded } from '../../machines/on-demand.ts'
import { useSignedIn } from '../app-context.tsx'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import css from './toast.module.css'

const ToastCard = onDemand(async () => (await import('./toast-card.tsx')).ToastCard)

/** Shows new announcements on every page. The element exists before them, so that screen readers read them aloud. */
export function Toast() {
  const toast = useSelector(useSignedIn().announcements, whenLoaded(toastOf))
  return (
    <div className={css.place} role="status">
      {toast && (
        // Without it, the bell says that there is something new.
        <PartBoundary key={toast.id} fallback={() => null}>
          <Suspense>
            <ToastCard toast={toast} />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  )
}
