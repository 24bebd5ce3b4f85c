import type { Brand } from '../../src/api/contract.ts'
import { logoLink } from '../api/extensions/event-logo.ts'
import type { EventDefinition } from '../event/model.ts'

/** Name, logo and colour of the event. `origin` of the platform; empty for its own pages. */
export function brandOf({ name, logo, details }: EventDefinition, origin: string): Brand {
  return {
    name,
    ...(logo && { logoUrl: origin + logoLink(logo.tag) }),
    ...(details.accentColor && { accentColor: details.accentColor }),
  }
}
