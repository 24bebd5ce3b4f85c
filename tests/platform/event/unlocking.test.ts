import { describe, expect, test } from 'vitest'
import { loadEvent } from '../../../platform/event/load.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

const load = async (files: Record<string, string>) => {
  const texts = Object.entries(files).map(([name, more]) => [
    `${name}/challenge.yml`,
    challenge(`flags: [x]\n${more}`).replace('Test Pilot', name),
  ])
  const folder = await writeFolder({ 'event.yaml': minimalEvent, ...Object.fromEntries(texts) })
  const { event, warnings } = await loadEvent(folder, { firstStart })
  const messages = warnings.map(({ file, field, message }) => `${file} ${field} ${message}`)
  return {
    event,
    messages,
    find: (name: string) => event.challenges.find(one => one.name === name),
  }
}

describe('hints', () => {
  test('are texts, or blocks with a cost; the id of one without is its place', async () => {
    const { find, messages } = await load({
      A: 'hints: [Free, { content: Dear, cost: 10 }, { id: mine, content: Own, cost: 0 }]',
    })
    expect(messages).toEqual([])
    expect(find('A')?.hints).toEqual([
      { id: '1', cost: 0, text: 'Free' },
      { id: '2', cost: 10, text: 'Dear' },
      { id: 'mine', cost: 0, text: 'Own' },
    ])
  })

  test.each([
    ['hints: [{ cost: 5 }]', 'A/challenge.yml hints[0] has no content; this hint is left out'],
    ['hints: [{ content: x, id: 2 }, y]', "hints[1] has the id of another hint, '2'"],
    ['hints: [{ content: x, title: T }]', 'hints[0].title has no effect on a hint'],
    ['hints: [{ content: x, size: 2 }]', 'hints[0].size is not known here; it has no effect'],
  ])('%s is a warning', async (more, message) => {
    expect((await load({ A: more })).messages).toEqual([expect.stringContaining(message)])
  })

  test.each([
    ['cost: -5', 'hints[0].cost must be a whole number from 0'],
    ['cost: five', 'hints[0].cost must be a whole number from 0'],
    ['cost: 1.5', 'hints[0].cost must be a whole number from 0'],
    ["cost: ''", 'hints[0].cost must be a whole number from 0'],
    ['costs: 5', 'hints[0].costs is not known here; did you mean cost?'],
  ])('with %s is left out, since nobody should get it for nothing', async (cost, message) => {
    const { find, messages } = await load({ A: `hints: [{ content: x, ${cost} }, y]` })
    expect(messages).toEqual([`A/challenge.yml ${message}; this hint is left out`])
    expect(find('A')?.hints).toEqual([{ id: '2', cost: 0, text: 'y' }])
  })

  test('may have a cost in quotes', async () => {
    const { find, messages } = await load({ A: "hints: [{ content: x, cost: '5' }]" })
    expect(messages).toEqual([])
    expect(find('A')?.hints).toMatchObject([{ cost: 5 }])
  })
})

test('tags are those that say neither difficulty nor category, each once', async () => {
  const { find, messages } = await load({ A: 'tags: [easy, Web, python, python, { value: old }]' })
  expect(messages).toEqual([])
  expect(find('A')).toMatchObject({ difficulty: 'easy', tags: ['python', 'old'] })
})

test('a challenge has twenty tags at most, and its author learns it', async () => {
  const tags = Array.from({ length: 21 }, (_, at) => `t${at}`)
  const { find, messages } = await load({ A: `tags: [${tags.join(', ')}]` })
  expect(find('A')?.tags).toEqual(tags.slice(0, 20))
  expect(messages).toEqual([
    'A/challenge.yml tags are more than 20; those after the first 20 are left out',
  ])
})

test.each([
  ['state: hiden', "state 'hiden' is neither visible nor hidden"],
  ['state: true', "state 'true' is neither visible nor hidden"],
  ['stat: hidden', 'stat is not known here; did you mean state?'],
  ['hidden: true', "hidden is not known here; to hide the challenge, write 'state: hidden'"],
  ['visible: no', "visible is not known here; to hide the challenge, write 'state: hidden'"],
  ['logic: al', "logic 'al' is neither any nor all"],
  ['requirments: [B]', 'requirments is not known here; did you mean requirements?'],
  ['requires: [B]', 'requires is not known here; did you mean requirements?'],
  ['prerequisites: [B]', 'prerequisites is not known here; did you mean requirements?'],
  [
    'requirements: { prerequisite: [B] }',
    'requirements.prerequisite is not known here; did you mean prerequisites?',
  ],
  ['requirements: { anonymize: true }', 'requirements has no prerequisites'],
  [
    'requirements: [wep/b]',
    "requirements[0] 'wep/b' is not a challenge of this event; did you mean 'web/b'?",
  ],
])('a challenge with %s is left out, since it would be open', async (more, message) => {
  const { event, messages } = await load({ A: more, B: '' })
  expect(messages).toEqual([`A/challenge.yml ${message}`])
  expect(event.challenges.map(({ name }) => name)).toEqual(['B'])
})

test('a field of another tool that says that a challenge is shown leaves it shown', async () => {
  const { event, messages } = await load({ A: 'visible: true', B: 'hidden: false' })
  expect(messages).toEqual([
    'A/challenge.yml visible is not known here; it has no effect',
    'B/challenge.yml hidden is not known here; it has no effect',
  ])
  expect(event.challenges).toHaveLength(2)
})

test('a challenge may say that it is visible, and that any flag of a list is enough', async () => {
  const { event, messages } = await load({ A: 'state: visible\nlogic: any\nrequirements:' })
  expect(messages).toEqual([])
  expect(event.challenges).toHaveLength(1)
})

describe('requirements', () => {
  const web = (challengeSlug: string) => ({ categorySlug: 'web', challengeSlug })

  test('are names, addresses or numbers of other challenges', async () => {
    const { find, messages } = await load({
      A: 'id: 007',
      B: '',
      C: 'requirements: { prerequisites: [web/b, 007] }',
      D: 'requirements: [A, C, C]',
    })
    expect(messages).toEqual([])
    expect(find('C')?.requires).toEqual([web('b'), web('a')])
    expect(find('D')?.requires).toEqual([web('a'), web('c')])
  })

  test('that name no challenge leave out theirs, and those that require it: they would be open', async () => {
    const { event, messages } = await load({
      A: 'requirements: [Nobody, D]',
      B: 'requirements: [C, A]',
      C: '',
      D: 'state: hidden\nrequirements: [Nobody]',
    })
    expect(messages).toEqual([
      "A/challenge.yml requirements[0] 'Nobody' is not a challenge of this event",
      "B/challenge.yml requirements[1] 'A' is not a challenge of this event",
      "D/challenge.yml requirements[0] 'Nobody' is not a challenge that participants see; it is not required",
    ])
    expect(event.challenges.map(({ name }) => name)).toEqual(['C', 'D'])
  })

  test('that nobody could meet are left out with a warning', async () => {
    const { event, messages } = await load({
      A: 'requirements: [A, C]',
      B: 'requirements: [A]',
      C: 'requirements: [B]',
      D: 'state: hidden',
      E: 'requirements: [D]',
    })
    expect(messages).toEqual([
      "A/challenge.yml requirements[0] 'A' itself needs this challenge; it is not required",
      "C/challenge.yml requirements[0] 'B' itself needs this challenge; it is not required",
      "E/challenge.yml requirements[0] 'D' is hidden; it is not required until it is released",
    ])
    // A participant can solve one after the other.
    const open = event.challenges.filter(({ requires }) => requires.length === 0)
    expect(open.map(({ name }) => name)).toEqual(['C', 'D'])
  })
})
