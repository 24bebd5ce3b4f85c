import type { EventDefinition } from './event/model.ts'

/** The event. A reload replaces it: read `current` again for each request. */
export interface LiveEvent {
  readonly current: EventDefinition
}

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
