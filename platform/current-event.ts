import type { EventDefinition } from './event/model.ts'

/** The event. A reload replaces it: read `current` again for each request. */
export interface CurrentEvent {
  readonly current: EventDefinition
}
