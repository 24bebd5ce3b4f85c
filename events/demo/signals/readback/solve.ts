import { flagIn, type Solve, talk } from '../../solver.ts'
import { spoken } from './alphabet.ts'

const meaning = new Map([...spoken].map(([sign, word]) => [word, sign]))

/** Reads back what the tower spells until it says something else. */
export const solve: Solve = async context => {
  const tower = await talk(context)
  await tower.line()
  for (;;) {
    const line = await tower.line()
    const signs = line
      .replace('TOWER: ', '')
      .split(' ')
      .map(word => meaning.get(word))
    if (signs.includes(undefined)) return [flagIn(line, context)]
    tower.say(signs.join(''))
  }
}
