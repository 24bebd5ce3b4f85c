import * as v from 'valibot'
import { readAnnouncements } from '../../event/details/announcements.ts'
import { block, text } from '../../event/fields.ts'
import type { Problem } from '../../event/model.ts'
import { createReport } from '../../event/problems.ts'
import { parseSource } from '../../event/yaml-source.ts'
import { changeCommand, OrganiserRefusal } from '../command.ts'
import type { Announced, Decisions } from '../decisions/decisions.ts'
import { planTakeAwardBack } from './awards.ts'
import { followDecisions } from './follow-decisions.ts'
import { planTakeHintBack } from './hints.ts'
import { moment, momentOf } from './moment.ts'
import { newId } from './new-id.ts'
import { planTakeInviteBack } from './registration.ts'
import { wholeNames, wholeTexts } from './whole-text.ts'

const input = block({
  title: wholeNames,
  text: wholeTexts,
  importance: v.optional(v.picklist(['normal', 'high'], 'must be normal or high'), 'normal'),
  at: moment,
})

export const announce = changeCommand(input, async (context, given) => {
  const { now, current, decisions } = context
  const at = momentOf(given.at, current, now)
  if (at < now) throw new OrganiserRefusal(`${at.toISOString()} is in the past`)
  const problems: Problem[] = []
  const asked = { id: newId(), time: at.toISOString() }
  const [read] = readAnnouncements(
    { announcements: [{ ...given, ...asked }] },
    {},
    createReport(parseSource('', 'announcement'), problems),
  )
  if (!read || Object.values(read.title).some(one => one === ''))
    throw new OrganiserRefusal('the title has nothing that can be shown')
  const { title, text, importance } = read
  const made: Announced = { ...asked, importance, title, text }
  return {
    changes: [{ what: 'announcement', before: null, after: inWords(made, given.at === 'now') }],
    notes: problems.map(({ field, message }) => `${field}: ${message}`),
    apply: followDecisions(context, withAnnouncement(decisions, made)),
  }
})

/**
 * Deletes something that was made by command: an announcement, points, an invite code, or a hint that nobody has taken.
 */
export const takeBack = changeCommand(block({ id: text }), async (context, { id }) => {
  const { decisions } = context
  const other =
    (await planTakeHintBack(context, id)) ??
    (await planTakeAwardBack(context, id)) ??
    (await planTakeInviteBack(context, id))
  if (other) return other
  const found = decisions.announcements.find(one => one.id === id)
  if (!found && context.event.base.announcements.some(one => one.id === id))
    throw new OrganiserRefusal(
      `the announcement ${id} is in event.yaml: delete it there, then reload`,
    )
  const others = decisions.announcements.filter(one => one !== found)
  return {
    changes: found
      ? [{ what: `announcement ${id}`, before: inWords(found, false), after: null }]
      : [],
    notes: found ? [] : [`there is no announcement, hint, award or invite code ${id}`],
    apply: followDecisions(context, { ...decisions, announcements: others }),
  }
})

const withAnnouncement = (decisions: Decisions, one: Announced): Decisions => ({
  ...decisions,
  announcements: [...decisions.announcements, one],
})

function inWords({ time, importance, title, text }: Announced, isNow: boolean): string {
  const texts = Object.keys(text).map(tag => `${tag}: ${title[tag] ?? '–'} | ${text[tag]}`)
  return [isNow ? 'now' : time, ...(importance === 'high' ? ['important'] : []), ...texts].join(
    '; ',
  )
}
