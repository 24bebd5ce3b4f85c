import { nice, ticks } from 'd3-array'
import { curveStepAfter, line } from 'd3-shape'
import { timeTicks } from 'd3-time'
import { pointsAt, type Race, type RaceLine, type RaceStep } from '../../domain/race.ts'
import { placesOf } from './places.ts'

/** Width and height of the plot. The views stretch it to the size that it has on the screen. */
export const SIZE = 1000
/** In milliseconds. */
const MINUTE = 60_000
/** More labels of times would touch. */
const MOST_TIMES = 7
/** In a narrow plot, three of five labels have room, or three of seven. */
const MOST_TIMES_IN_NARROW = 2.5
/** The height of a label. */
const LABEL = 87

export interface Tick {
  readonly value: number
  /** Its place in the plot. */
  readonly place: number
}

export interface TimeTick extends Tick {
  /** A narrow plot has no room for its label. */
  readonly isMinor: boolean
}

export interface DrawnLine {
  readonly line: RaceLine
  readonly points: number
  readonly path: string
  /** Where the line ends, and where its label is: from the top. */
  readonly end: number
  readonly label: number
}

export interface Drawing {
  readonly lines: readonly DrawnLine[]
  readonly points: readonly Tick[]
  readonly times: readonly TimeTick[]
}

/** The lines, the labels and the ticks of a race. Hints may cost more points than an account has. */
export function drawingOf({ lines, from, to }: Race): Drawing {
  const all = lines.flatMap(({ steps }) => steps.map(({ points }) => points))
  const [least, most] = nice(Math.min(0, ...all), Math.max(1, ...all), 4)
  const x = (time: number) => round(((time - from) / (to - from)) * SIZE)
  const y = (points: number) => round(((most - points) / (most - least)) * SIZE)
  const draw = line<RaceStep>()
    .x(({ at }) => x(at))
    .y(({ points }) => y(points))
    .curve(curveStepAfter)
  const ends = lines.map(one => pointsAt(one, to))
  const labels = placesOf(ends.map(y), LABEL, SIZE)
  return {
    lines: lines.map((one, index) => {
      const points = ends[index] ?? 0
      const steps = [{ at: from, points: 0 }, ...one.steps, { at: to, points }]
      const label = labels[index] ?? 0
      return { line: one, points, path: draw(steps) ?? '', end: y(points), label }
    }),
    // Between none and one point, the ticks would be fractions.
    points: ticks(least, most, 4)
      .filter(Number.isInteger)
      .map(value => ({ value, place: y(value) })),
    times: timesIn(from, to).map((time, index, { length }) => {
      const isMinor = index % Math.ceil(length / MOST_TIMES_IN_NARROW) !== 0
      return { value: time, place: x(time), isMinor }
    }),
  }
}

/** At most seven moments, each of another minute. */
function timesIn(from: number, to: number): number[] {
  const minutes = timeTicks(new Date(from), new Date(to), 5)
    .map(Number)
    .filter(time => time % MINUTE === 0)
  // Between one minute and five, there is no step that d3 knows: so there may be eleven.
  return minutes.length > MOST_TIMES ? minutes.filter((_, index) => index % 2 === 0) : minutes
}

const round = (value: number) => Math.round(value * 10) / 10
