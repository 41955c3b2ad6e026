import { Seat } from '@convene/domain'
import { answerParts as answers, failureParts as fails, type Play, runOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'
import { cast, type Says } from './cast.ts'
import { keep } from './keep.ts'

const seat = (slug: string, more: object = {}) =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: `You are ${slug}.`, model: 'alpha/one', seat: 'member', ...more })
const lead = seat('lead', { seat: 'lead', execution: 'single', tools: 'none' })
const judge = seat('judge', { seat: 'judge', execution: 'single', tools: 'none' })
const members = [seat('ada'), seat('bert')]
const team = { lead, judge, members }

const LONG = 'I read every page of the plan, ran the tests of the last week again, and asked the two who wrote them.'
const results = [
  'Ship it: the plan is sound.',
  'Ship it on Friday morning, with the tests green and a way back.',
  'Ship on Friday at nine. Tests are green, the way back was tried, support knows.',
  'Ship on Friday at nine, after one more look at the migration that nobody has timed.',
  'Wait until Monday. The migration takes four hours, and support is away.',
]

/** Scores in order, one per iteration. Results and plans likewise. */
function usual(scores: readonly (number | string)[], more: Says = {}): Says {
  let planned = 0
  let put = 0
  let judged = 0
  return {
    'lead Plan': () => {
      planned += 1
      return answers(`Round ${planned}.\n\n@worker:ADA\nRead the plan (${planned}).\n@end\n@worker:BERT\nAsk the testers (${planned}).\n@end`)
    },
    ada: () => [400, ...answers(`${LONG} The plan is sound.`)],
    bert: () => [100, ...answers(`${LONG} The testers agree.`)],
    'lead Synthesize': () => [50, ...answers(results[put++] ?? '')],
    'judge Evaluate': () => {
      const score = scores[judged++] ?? 0.5
      return [50, ...answers(typeof score === 'string' ? score : `SCORE: ${score}\nRATIONALE: ${score >= 0.9 ? 'All points are there' : `Point ${judged} is missing`}.`)]
    },
    'lead Follow-up': () => answers('Yes, still.'),
    ...more,
  }
}

type RunChange = Parameters<typeof runOf>[0] & { readonly goal?: string }

async function begun(says: Says, { goal, ...run }: RunChange = {}): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model: cast(says) })
  await stage.create(runOf({ mode: 'reflect', limits: { maxIterations: 5 }, ...run, team: { ...team, ...run.team } }), goal)
  return stage
}

async function played(says: Says, wish?: RunChange): Promise<SimulatedSession> {
  const stage = await begun(says, wish)
  await stage.untilRest()
  return stage
}

/** Says the next line of a list, then repeats the last one. */
function inTurn(...lines: readonly string[]): Play {
  let turn = 0
  return () => answers(lines[Math.min(turn++, lines.length - 1)] ?? '')
}

const file = (stage: SimulatedSession, name: string) => keep(stage, `reflect-${name}`)

const dead = { retryable: false }
const summaryOf = (stage: SimulatedSession) => stage.events.flatMap((event) => (event.type === 'run.finished' ? [event.data.summary] : []))[0]
const asked = (stage: SimulatedSession, heading: string) =>
  stage.requests.flatMap(({ lines }) => [...lines.tail].flatMap((line) => (line.role === 'user' && line.text.startsWith(`# ${heading}`) ? [line.text] : [])))

test('the goal is met in the first iteration', async () => {
  await file(await played(usual([0.95])), 'goal-met-1')
})

test('the goal is met in the second iteration, and the second plan knew why the first was not enough', async () => {
  const stage = await played(usual([0.6, 0.92]))
  expect(asked(stage, 'Plan').at(-1)).toContain('## Evaluation of iteration 1\n\nScore 0.60 of 1, stable, given by JUDGE.\n\nPoint 1 is missing.')
  await file(stage, 'goal-met-2')
})

test('the goal is met in the third iteration, as the lead says itself if there is no judge', async () => {
  let judged = 0
  const words = ['[[NEEDS_ITERATION]]\nNo date.', 'Nearly, I think.', '[[NEEDS_ITERATION]]\nNearly.', 'All there.\n[[group_reflect_complete]]']
  const says = usual([], { 'lead Evaluate': () => answers(words[judged++] ?? '') })
  const stage = new SimulatedSession({ model: cast(says) })
  const { judge: _none, ...alone } = team
  await stage.create(runOf({ mode: 'reflect', team: alone }))
  await stage.untilRest()
  await file(stage, 'goal-met-3')
})

test('a lead that never says whether the goal is met gives no score, and none is made up', async () => {
  const says = usual([], { 'lead Evaluate': () => answers('Nearly, I think.') })
  const stage = new SimulatedSession({ model: cast(says) })
  const { judge: _none, ...alone } = team
  await stage.create(runOf({ mode: 'reflect', team: alone, limits: { maxIterations: 2 } }))
  await stage.untilRest()
  expect(stage.events.some(({ type }) => type === 'evaluation')).toBe(false)
  expect(asked(stage, 'Evaluate').join()).toContain('it said neither that the goal is met nor that it is not')
  await file(stage, 'verdict-unread')
})

test('a judge that says the goal is met on a separate line needs no score', async () => {
  await file(await played(usual(['Good enough.\n\n  [[Group_Reflect_Complete]]  '])), 'sentinel')
})

test('a result that stays the same twice in a row stalls', async () => {
  const stage = await played(usual([0.5, 0.55, 0.6], { 'lead Synthesize': () => answers(results[1] ?? '') }))
  expect(asked(stage, 'Plan').at(-1)).toContain('## Adjustments\n\n- The result hardly changed (100% alike).')
  await file(stage, 'stalled')
})

test('a score that falls brings a hint, and the run recovers', async () => {
  const stage = await played(usual([0.7, 0.4, 0.95]))
  expect(asked(stage, 'Plan').at(-1)).toContain('Go back to what the better result had.')
  await file(stage, 'degrading-recovering')
})

test('three errors in a row, two seconds apart, stop the run with the best result so far', async () => {
  let put = 0
  const says = usual([0.5], { 'lead Synthesize': () => (++put === 1 ? answers(results[0] ?? '') : fails('refused', dead)) })
  const stage = await played(says)
  const failed = stage.events.filter((event) => event.type === 'run.state' && event.data.trigger === 'iterationFailed')
  const plans = stage.events.filter((event) => event.type === 'task.assigned' && event.data.kind === 'plan')
  expect(plans.slice(2).map(({ at }, index) => at - (failed[index]?.at ?? 0))).toEqual([2_000, 2_000])
  expect(summaryOf(stage)).toContain(results[0])
  await file(stage, 'error-budget')
})

test('an error followed by success is forgotten', async () => {
  let put = 0
  const says = usual([0.5, 0.5, 0.9], {
    'lead Synthesize': () => {
      put += 1
      return put % 2 === 1 ? fails('refused', dead) : answers(results[put / 2 - 1] ?? '')
    },
  })
  await file(await played(says), 'errors-apart')
})

test('after the last iteration the best result is returned, not the last one', async () => {
  const stage = await played(usual([0.5, 0.8, 0.7]), { goal: 'Ship on Friday? --max 3' })
  expect(summaryOf(stage)).toBe(
    `Stopped after 3 iterations without meeting the goal. The best result is from iteration 2, with a score of 0.80.\n\n${results[1]}`,
  )
  const report = stage.events.find(({ type }) => type === 'artifact')
  expect(report?.data).toMatchObject({ kind: 'report', text: results[1] })
  expect(asked(stage, 'Task')[0]).toContain('## Original User Request (context)\n\nShip on Friday?\n\n')
  await file(stage, 'max-iterations')
})

test('a member that fails is left out, and the next planning prompt says whom to replace', async () => {
  const stage = await played(usual([0.5, 0.9], { bert: () => fails('refused', dead) }))
  expect(asked(stage, 'Plan').at(-1)).toContain('- BERT failed (refused): give its task to somebody else')
  await file(stage, 'member-fails')
})

test('if all members fail, the lead is still asked and the loop continues', async () => {
  let put = 0
  const says = usual([0.2, 0.95], {
    ada: () => (put === 0 ? fails('refused', dead) : answers(LONG)),
    bert: () => (put === 0 ? fails('refused', dead) : answers(LONG)),
    'lead Synthesize': () => answers(put++ === 0 ? 'Nobody could look.' : (results[1] ?? '')),
  })
  await file(await played(says), 'all-fail')
})

test('a judge that answers nonsense is asked once more, and its words are not taken for a score', async () => {
  const stage = await played(usual(['Bananas are rich in potassium.', 0.6, 0.9]))
  expect(asked(stage, 'Evaluate')[1]).toContain('your answer could not be used: it had no score that could be read')
  await file(stage, 'nonsense')
})

test('a judge whose score can never be read leaves the evaluation to the lead, and the run says so', async () => {
  const says = usual(['SCORE: many', 'SCORE: 7'], { 'lead Evaluate': () => answers('**[[GROUP_REFLECT_COMPLETE]]**') })
  await file(await played(says), 'score-unread')
})

test('a judge that fails leaves the evaluation to the lead', async () => {
  const says = usual([], { 'judge Evaluate': () => fails('refused', dead), 'lead Evaluate': () => answers('[[GROUP_REFLECT_COMPLETE]]') })
  await file(await played(says), 'judge-fails')
})

test('a message from the user in the middle waits for the next planning', async () => {
  const stage = await begun(usual([0.5, 0.9]))
  await stage.play(200)
  await stage.tell({ type: 'message', text: 'Mind the holiday.' })
  await stage.tell({ type: 'message', text: 'And the rain.' })
  await stage.untilRest()
  await stage.tell({ type: 'message', text: 'Still sure?' })
  await stage.untilRest()
  await file(stage, 'message')
})

test('a lead that assigns nobody and says that the goal is met ends the loop', async () => {
  const done = 'Nothing is left to do.\n\n[[GROUP_REFLECT_COMPLETE]]'
  await file(await played(usual([0.6], { 'lead Plan': inTurn('@worker:ADA Read it.', done) })), 'lead-satisfied')
})

const unfinished = [
  'Nothing is left to do.',
  "I'm sorry, but I can't help with that.",
  '[{"worker":"Ada","task":"add the tests',
  'Ada should now add the missing tests, and Bert should check them.',
]

test.each(unfinished)('a lead that answers %j twice has not met the goal, and the best result is delivered', async (said) => {
  const stage = await played(usual([0.6], { 'lead Plan': inTurn('@worker:ADA Read it.', said) }))
  const [end] = stage.events.filter(({ type }) => type === 'run.finished')
  expect(end?.data).toMatchObject({ state: 'cancelled', reason: 'nothing_left' })
  expect(stage.events.some(({ type }) => type === 'artifact')).toBe(true)
  if (said === unfinished[0]) await file(stage, 'nothing-left')
})

test('a later plan with unknown names only is no failure: the best result so far is delivered', async () => {
  const stage = await played(usual([0.6], { 'lead Plan': inTurn('@worker:ADA Read it.', '@worker:Zoe Read it.') }))
  const [end] = stage.events.filter(({ type }) => type === 'run.finished')
  expect(end?.data).toMatchObject({ state: 'cancelled', reason: 'nothing_left' })
  expect(stage.events.some(({ type }) => type === 'artifact')).toBe(true)
})

test('pause lets the calls finish, resume continues and resets the stall count', async () => {
  const stage = await begun(usual([0.5, 0.5, 0.5, 0.5], { 'lead Synthesize': () => [50, ...answers(results[1] ?? '')] }), { limits: { maxIterations: 4 } })
  while (!stage.events.some(({ type }) => type === 'stall')) await stage.play(20)
  await stage.tell({ type: 'pause' })
  await stage.untilRest()
  await stage.tell({ type: 'resume' })
  await stage.untilRest()
  await file(stage, 'pause-resume')
})

test('a stop returns the best result so far', async () => {
  const stage = await begun(usual([0.5, 0.7, 0.6]))
  while (stage.events.filter(({ type }) => type === 'evaluation').length < 3) await stage.play(20)
  await stage.tell({ type: 'stop' })
  await stage.untilRest()
  expect(summaryOf(stage)).toBe(`Stopped by the user in iteration 4. The best result so far is from iteration 2, with a score of 0.70.\n\n${results[1]}`)
  await file(stage, 'stop')
})

test('a time limit ends the second iteration with its results so far', async () => {
  let worked = 0
  const says = usual([0.5], { bert: () => (worked++ === 0 ? answers(LONG) : [{ type: 'text', text: 'They say' }, 'hangs']) })
  await file(await played(says, { limits: { maxIterations: 5, maxDuration: 1 } }), 'limit-time')
})

const DRAFT = 'Ship on Friday at nine: the tests are green, the way back was tried, and support knows whom to call.'

async function alone(replies: readonly ReturnType<Play>[], wish: RunChange = {}): Promise<SimulatedSession> {
  let call = 0
  const stage = new SimulatedSession({ model: () => [100, ...(replies[call++] ?? [])] })
  const { goal, ...run } = wish
  await stage.create(runOf({ ...run, settings: { mode: { reflect: true } } }), goal)
  await stage.untilRest()
  return stage
}

test('a single agent revises its answer until it says that it is right', async () => {
  const stage = await alone([answers('Ship it.'), answers(DRAFT), answers('[[reflection_complete]]')])
  expect(summaryOf(stage)).toBe(`Goal met in iteration 3 of 5.\n\n${DRAFT}`)
  await file(stage, 'alone')
})

test('a single agent that says so in its first answer is asked once', async () => {
  const stage = await alone([answers(`${DRAFT}\n\n[[REFLECTION_COMPLETE]]`)])
  expect(summaryOf(stage)).toBe(`Goal met in iteration 1 of 5.\n\n${DRAFT}`)
  await file(stage, 'alone-at-once')
})

test('a remark that all is well does not replace the answer', async () => {
  const stage = await alone([answers(DRAFT), answers('Checked; it is right.\n[[REFLECTION_COMPLETE]]')])
  expect(summaryOf(stage)).toBe(`Goal met in iteration 2 of 5.\n\n${DRAFT}`)
})

test('a single agent that never says so stops after its last iteration', async () => {
  const quoted = 'I would write [[REFLECTION_COMPLETE]] if I were done.'
  await file(await alone([answers(DRAFT), answers(quoted)], { goal: '--max 2 Ship on Friday?' }), 'alone-max-iterations')
})

test('a single agent that repeats itself stalls', async () => {
  await file(await alone([answers(DRAFT), answers(DRAFT), answers(DRAFT)]), 'alone-stalled')
})

test('a single agent that fails is asked again after two seconds, three times in all', async () => {
  const broken = fails('refused', dead)
  await file(await alone([answers(DRAFT), broken, broken, broken]), 'alone-error-budget')
})

test('a single agent that is stopped returns its newest answer', async () => {
  let call = 0
  const stage = new SimulatedSession({ model: () => (call++ === 0 ? [100, ...answers(DRAFT)] : ['hangs']) })
  await stage.create(runOf({ settings: { mode: { reflect: true } } }))
  await stage.play(500)
  await stage.tell({ type: 'stop' })
  await stage.untilRest()
  expect(summaryOf(stage)).toBe(`Stopped by the user in iteration 2.\n\n${DRAFT}`)
})

test('a limit ends a single agent with its last words', async () => {
  const stage = new SimulatedSession({ model: ({ tools }) => (tools.length > 0 ? [{ type: 'text', text: 'Hm' }, 'hangs'] : answers('Not done.')) })
  await stage.create(runOf({ settings: { mode: { reflect: true } }, limits: { maxDuration: 1 } }))
  await stage.untilRest()
  await file(stage, 'alone-limit-time')
})

test('questions about the run are answered at once, with the round and the scores', async () => {
  const stage = await begun(usual([0.5, 0.95]))
  while (!stage.events.some(({ type }) => type === 'evaluation')) await stage.play(20)
  await stage.tell({ type: 'message', text: 'status?' })
  const told = stage.events.flatMap((event) => (event.type === 'message' && event.data.author === 'convene' ? [event.data.text] : []))
  expect(told[0]).toMatch(/Iteration 2 of 5; scores so far: 0\.50\.$/)
  await stage.untilRest()
})
