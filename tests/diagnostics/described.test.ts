import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { and, createMachine, not, stateIn } from 'xstate'
import { descriptionsOf } from '../../src/inspector/descriptions.ts'
import { machines } from '../../src/inspector/machines.ts'
import { undescribed } from '../../tools/statechart/described.ts'
import { layoutInProcess } from '../../tools/statechart/drawing/in-process.ts'
import { drawingOf } from '../../tools/statechart/drawing/layout.ts'
import { Picture } from '../../tools/statechart/drawing/picture.ts'

const hasName = () => true

const door = createMachine({
  id: 'door',
  initial: 'open',
  states: {
    open: {
      on: {
        close: { guard: hasName, target: 'closed' },
        slam: { guard: and(['isStrong', not(hasName), stateIn('open')]), target: 'closed' },
      },
    },
    closed: { on: { open: { guard: () => true, target: 'open' } } },
  },
})

test('states without a description and guards without a name are named', () => {
  expect([...undescribed(door, { open: 'It is open.', ajar: 'It is ajar.' })]).toEqual([
    'door: door has no description.',
    'door: closed has no description.',
    'door: closed has a guard without a name: () => true',
    'door: there is no state ajar, and it is described.',
  ])
})

test('a guard that is made of others has a name only if each of them has one', () => {
  const inline = createMachine({
    id: 'inline',
    on: { open: { guard: and([hasName, not(() => false)]), actions: [] } },
  })
  expect([...undescribed(inline, { '(root)': 'A door.' })]).toEqual([
    'inline: inline has a guard without a name: hasName and not () => false',
  ])
})

test('every machine of the inspector is described', () => {
  const problems = [...machines].flatMap(([id, machine]) => [
    ...undescribed(machine, descriptionsOf(id)),
  ])
  expect(problems).toEqual([])
})

test('a description is the tooltip of its state', async () => {
  const drawing = await drawingOf(door, new Set(), layoutInProcess)
  const states = { open: 'People can pass.' }
  const markup = renderToStaticMarkup(createElement(Picture, { drawing, label: 'door', states }))
  expect(markup.match(/<title>[^<]*/g)).toEqual(['<title>People can pass.'])
})
