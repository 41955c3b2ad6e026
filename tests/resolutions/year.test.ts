import { expect, test } from 'vitest'
import { everyFew } from '../process/length.ts'
import { seeded } from '../process/seeded.ts'
import { DAY, failed, outcomesIn, passed, questionsIn, resolving } from './resolving-cast.ts'

/** What may happen in the meantime. An hour is what clocks are moved by in spring and autumn. */
const HAPPENINGS = [
  'work',
  'work',
  'sleep',
  'spring',
  'autumn',
  'far ahead',
  'back',
  'kill',
  'before',
  'after',
] as const

async function yearOf(seed: number) {
  const random = seeded(seed)
  const due = 1 + random(360)
  const isFlickering = random(5) === 0
  const { stage, ran } = await resolving({
    resolve: `in ${due} days, check: test -f shipped`,
    looks: (nth) => (isFlickering && nth % 2 === 0 ? failed() : passed()),
  })
  const { world } = stage
  const made = stage.events.find(({ type }) => type === 'decision.committed')
  const dueAt = (made?.at ?? 0) + due * DAY
  const happen = {
    work: async () => stage.play(random(20 * DAY)),
    sleep: async () => world.clock.sleep(random(60 * DAY), random(2) === 0),
    spring: async () => world.clock.jump(3_600_000),
    autumn: async () => world.clock.jump(-3_600_000),
    'far ahead': async () => world.clock.jump(random(30 * DAY)),
    back: async () => world.clock.jump(-random(30 * DAY)),
    kill: async () => stage.restart(),
    before: async () => {
      world.nextAppend = 'kill before'
    },
    after: async () => {
      world.nextAppend = 'kill after'
    },
  }
  for (let count = 0; count < 40; count++) {
    await happen[HAPPENINGS[random(HAPPENINGS.length)] ?? 'work']()
    await stage.play(1_000)
    if (!stage.process.alive) await stage.restart()
  }
  world.nextAppend = undefined
  // Whatever the clock says by now, the day comes.
  world.clock.jump(Math.max(0, dueAt - world.clock.now()))
  await stage.restart()
  await stage.play(DAY)
  await stage.untilRest()
  return { stage, ran, dueAt, isFlickering }
}

const seeds = everyFew(
  Array.from({ length: 200 }, (_, seed) => seed + 1),
  10,
)

test.each(seeds)(
  'in a year of sleep, moved clocks and kills a decision is resolved once and never early: %i',
  async (seed) => {
    const { stage, dueAt, isFlickering } = await yearOf(seed)
    const first = stage.events.find(
      ({ type, data }) => type === 'timer.fired' && 'effect' in data && String(data.effect).includes('/resolve/'),
    )
    expect(first?.at ?? 0).toBeGreaterThanOrEqual(dueAt)
    const lost = stage.events.filter(
      ({ type, data }) =>
        type === 'effect.lost' || (type === 'check.finished' && 'outcome' in data && data.outcome === 'not_run'),
    ).length
    // Either the check says it, once, or you are asked, once.
    expect(outcomesIn(stage).length + questionsIn(stage).length).toBe(1)
    if (!isFlickering && lost < 3) expect(outcomesIn(stage)).toMatchObject([{ option: 'Keep Redis', by: 'check' }])
    expect(stage.world.violations).toEqual([])
  },
)

test.each([
  ['the timer', 0],
  ['the first look', 1],
  ['the second look', 2],
])('a kill before or after %s is stored changes nothing about the outcome', async (_, look) => {
  for (const kill of ['kill before', 'kill after'] as const) {
    const { stage } = await resolving({
      resolve: 'in 7 days, check: test -f shipped',
      looks: (nth) => {
        if (nth === look) stage.world.nextAppend = kill
        return passed()
      },
    })
    if (look === 0) stage.world.nextAppend = kill
    await stage.play(8 * DAY)
    expect(stage.process.alive).toBe(false)
    await stage.restart()
    await stage.play(DAY)
    expect(outcomesIn(stage)).toMatchObject([{ outcome: 'option', option: 'Keep Redis' }])
  }
})

test('a look that is cut off three times asks you', async () => {
  const { stage, ran } = await resolving({
    resolve: 'in 7 days, check: test -f shipped',
    looks: () => new Promise(() => {}),
  })
  for (let count = 0; count < 3; count++) {
    await stage.play(count === 0 ? 7 * DAY + 60_000 : 60_000)
    await stage.restart()
  }
  await stage.play(1_000)
  expect(ran).toHaveLength(3)
  expect(questionsIn(stage)[0]?.question).toContain('it was cut off (3 tries)')
})
