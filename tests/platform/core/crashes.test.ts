import { expect, test } from 'vitest'
import { createCrashCourse } from './crash-course.ts'

// `npm run crashes` makes a hundred of it.
test('after SIGKILL every accepted flag counts and no environment is left', {
  timeout: 180_000,
}, async () => {
  const course = await createCrashCourse(process.env.DATABASE_URL)
  try {
    for (const afterMs of [1500, 400]) await course.crash(afterMs)
    await course.finish()
    expect(course.report.problems).toEqual([])
    expect(course.report.accepted).toBeGreaterThan(0)
    expect(course.report.killedEnvironments).toBeGreaterThan(0)
  } finally {
    await course.close()
  }
})
