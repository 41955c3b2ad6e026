import { Seat, toArray } from '@convene/domain'
import { answerParts, type Play, runOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'
import { cast } from '../golden/cast.ts'

/** Counts, not times: every character of a request costs money. */

const seat = (slug: string, kind = 'member') =>
  Seat.parse({
    name: slug.toUpperCase(),
    slug,
    prompt: `You are ${slug}.`,
    model: 'alpha/one',
    seat: kind,
    execution: 'single',
  })
const team = { lead: seat('lead', 'lead'), judge: seat('judge', 'judge'), members: [seat('ada'), seat('bert')] }
const REPORT = 'A finding that takes a whole sentence to say. '.repeat(40)

/** A team that is never satisfied and says something new each time. */
function restless(): Play {
  let said = 0
  const next = (text: string) => () => {
    said += 1
    return answerParts(text.replace('#', String(said)))
  }
  return cast({
    'lead Plan': next('@worker:ADA\nRead part #.\n@end\n@worker:BERT\nAsk about it.\n@end'),
    ada: next(`Part #: ${REPORT}`),
    bert: next(`Answer #: ${REPORT}`),
    'lead Synthesize': next(`Result # ${crypto.randomUUID()}: ${REPORT}`),
    'judge Evaluate': next('SCORE: 0.5\nRATIONALE: Point # is missing.'),
  })
}

test('the tenth plan of a loop costs about as much as the second, and starts with the same text', async () => {
  const stage = new SimulatedSession({ model: restless() })
  await stage.create(runOf({ mode: 'reflect', limits: { maxIterations: 10 }, team }))
  await stage.untilRest()
  const asked = stage.requests.filter(({ agent }) => agent === 'lead').map(({ lines }) => toArray(lines))
  const plans = asked.filter((lines) => lines.length === 1).map(([line]) => (line?.role === 'user' ? line.text : ''))
  expect(plans).toHaveLength(10)
  const [first = '', second = ''] = plans
  const last = plans.at(-1) ?? ''
  expect(last.length).toBeLessThan(second.length * 1.3)
  expect(last.startsWith(first)).toBe(true)
  expect(last).toContain('Result')
  expect(stage.world.violations).toEqual([])
})

test('what the user has said during a loop is in every later plan', async () => {
  const stage = new SimulatedSession({ model: restless() })
  await stage.create(runOf({ mode: 'reflect', limits: { maxIterations: 4 }, team }))
  await stage.tell({ type: 'message', text: 'Mind the holidays.' })
  await stage.untilRest()
  const plans = stage.requests.flatMap(({ agent, lines }) => {
    const [line] = toArray(lines)
    return agent === 'lead' && lines.size === 1 && line?.role === 'user' ? [line.text] : []
  })
  expect(plans.slice(2).every((text) => text.includes('Mind the holidays.'))).toBe(true)
  expect(plans.length).toBeGreaterThan(2)
})
