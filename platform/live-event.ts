import type { EventDefinition } from './event/model.ts'

/** The event as it stands now: a reload replaces it, so read it anew for each request. */
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
