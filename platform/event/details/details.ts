import type { EventFile } from '../event-schema.ts'
import type { EventDefinition } from '../model.ts'
import type { Report } from '../problems.ts'
import { readMarkdown } from '../texts.ts'
import type { FieldPath } from '../yaml-source.ts'
import { readable, type Scheme } from './accent.ts'

type Details = EventDefinition['details']

/** What `event.yaml` says of the event itself. What it does not say is absent. */
export function readDetails(file: EventFile, report: Report): Details {
  const { contact, discord, accentColor } = file
  return {
    ...texts(file, report),
    ...(accentColor && { accentColor: readAccent(accentColor, report) }),
    ...(contact && { contact }),
    ...(discord && { discordUrl: discord }),
  }
}

const textFields = ['description', 'rules', 'terms', 'intro', 'groupsText'] as const

function texts(file: EventFile, report: Report): Pick<Details, (typeof textFields)[number]> {
  const read = textFields.flatMap(field => {
    const text = file[field]
    return text ? [[field, readLocalText(text, [field], report)]] : []
  })
  return Object.fromEntries(read)
}

export function readLocalText(
  text: Record<string, string>,
  path: FieldPath,
  report: Report,
): Record<string, string> {
  const read = Object.entries(text).map(([language, one]) => [
    language,
    readMarkdown(one, [...path, language], report),
  ])
  return Object.fromEntries(read)
}

/** No colour has enough contrast with the surfaces of both schemes, so each has its own shade. */
function readAccent(given: NonNullable<EventFile['accentColor']>, report: Report) {
  if (typeof given === 'string')
    return { light: readable(given, 'light'), dark: readable(given, 'dark') }
  const one = (scheme: Scheme) => {
    const shade = readable(given[scheme], scheme)
    if (shade !== given[scheme])
      report.warn(
        ['accentColor', scheme],
        `${given[scheme]} has too little contrast in the ${scheme} scheme; ${shade} is used`,
      )
    return shade
  }
  return { light: one('light'), dark: one('dark') }
}
