import type { EventDefinition } from '../../platform/event/model.ts'
import type { LiveEvent } from '../../platform/live-event.ts'

export interface ReplaceableEvent extends LiveEvent {
  replace(event: EventDefinition): void
}

export function createLiveEvent(event: EventDefinition): ReplaceableEvent {
  let current = event
  return {
    get current() {
      return current
    },
    replace(next) {
      current = next
    },
  }
}
