import type { CurrentEvent } from '../../platform/current-event.ts'
import type { EventDefinition } from '../../platform/event/model.ts'

export interface ReplaceableEvent extends CurrentEvent {
  replace(event: EventDefinition): void
}

export function createCurrentEvent(event: EventDefinition): ReplaceableEvent {
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
