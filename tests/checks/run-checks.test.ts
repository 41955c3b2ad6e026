import type { RunStart } from '@convene/domain'
import type { Checked, CheckRequest } from '@convene/engine'
import { answerParts, askOf, type Play, type RunChoice, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { unattended } from '../endings/teams.ts'
import { ending, ofType } from '../plan/story.ts'

const crew = (mode: string, checks: readonly string[], choice: RunChoice = {}): RunStart =>
  unattended(mode, { ...choice, settings: { options: { checks: [...checks] }, ...choice.settings } })

type Answer = (request: CheckRequest, count: number) => Checked

const failed: Checked = { outcome: 'failed', reason: 'exit code 1', exit: 1, output: 'AssertionError: 1 is not 2' }
const passed: Checked = { outcome: 'passed', exit: 0 }
const honest: Answer = ({ moment }) => (moment === 'before' ? failed : passed)
/** The check passes only on the second result. */
const secondTime: Answer = ({ moment }, count) => (moment === 'before' || count === 2 ? failed : passed)

/** Everybody does their part at once, and the judge is satisfied. */
const works: Play = (request) => {
  const { heading } = askOf(request)
  if (heading === 'Plan') return answerParts('@worker:ada\nDo it.\n@end')
  return heading === 'Evaluate'
    ? answerParts('SCORE: 0.95\nRATIONALE: Good.')
    : answerParts(`Done in ${request.effect}.`)
}

async function run(start: RunStart, answer: Answer = honest, model: Play = works) {
  const asked: CheckRequest[] = []
  const checks = {
    run: async (request: CheckRequest) => {
      asked.push(request)
      return answer(request, asked.length)
    },
  }
  const stage = new SimulatedSession({ model, checks })
  await stage.create(start)
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return { stage, moments: asked.map(({ moment }) => moment) }
}

const modes = ['agent', 'reflect', 'delegate', 'orchestrate']

describe.each(modes)('a run in mode %s with a check', (mode) => {
  test('runs it before anybody works and when the work is done, and is done if it passes', async () => {
    const { stage, moments } = await run(crew(mode, ['npm test']))
    expect(moments).toEqual(['before', 'final'])
    const [first] = stage.events.filter(({ type }) => type === 'check.finished' || type === 'task.assigned')
    expect(first?.type).toBe('check.finished')
    expect(ending(stage)).toMatchObject({
      state: 'completed',
      proof: { proven: 1, said: [], checks: { passed: 1, of: 1 } },
    })
    expect(ending(stage)?.summary).toContain('`npm test`: passes now (it failed before)')
  })

  test('is not done if the check fails, however satisfied everybody is', async () => {
    const { stage } = await run(crew(mode, ['npm test']), () => failed)
    expect(ending(stage)).toMatchObject({
      state: 'cancelled',
      lacks: { what: 'checks', done: 0, of: 1 },
      proof: { proven: 0, checks: { passed: 0, of: 1 } },
    })
    expect(ending(stage)?.summary).toContain('`npm test`: fails (exit code 1)')
  })

  test('is not done if the check could not run', async () => {
    const { stage } = await run(crew(mode, ['npm test']), () => ({ outcome: 'not_run', reason: 'npm is missing' }))
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'checks_not_run', lacks: { done: 0, of: 1 } })
  })

  test('makes no more model calls than one without, if the check passes', async () => {
    const calls = async (checks: readonly string[]) => {
      const { stage } = await run(crew(mode, checks))
      return stage.events.filter(({ type, data }) => type === 'effect.started' && data.kind === 'model').length
    }
    expect(await calls(['npm test'])).toBe(await calls([]))
  })

  test('runs a check again that a killed process had started, and counts it once', async () => {
    let hangs = true
    const checks = {
      run: async (request: CheckRequest): Promise<Checked> => {
        if (!hangs || request.moment !== 'final') return honest(request, 0)
        hangs = false
        return new Promise(() => {})
      },
    }
    const stage = new SimulatedSession({ model: works, checks })
    await stage.create(crew(mode, ['npm test']))
    await stage.play(60_000)
    expect(ofType(stage, 'check.started').at(-1)?.data.moment).toBe('final')
    await stage.restart()
    await stage.untilRest()
    expect(ofType(stage, 'effect.lost')).toHaveLength(1)
    expect(ofType(stage, 'check.finished').filter(({ data }) => data.moment === 'final')).toHaveLength(1)
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1 } })
  })

  test('ends at once if it is stopped while the check runs', async () => {
    const checks = { run: async (): Promise<Checked> => new Promise(() => {}) }
    const stage = new SimulatedSession({ model: works, checks })
    await stage.create(crew(mode, ['npm test']))
    await stage.play(1_000)
    await stage.tell({ type: 'stop' })
    await stage.untilRest()
    expect(ofType(stage, 'effect.aborted')).toHaveLength(1)
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'user' })
  })
})

describe.each(['agent', 'reflect'])('a loop in mode %s', (mode) => {
  test('feeds a failing check back with the end of its output, and goes on until it passes', async () => {
    const { stage, moments } = await run(crew(mode, ['npm test']), secondTime)
    expect(moments).toEqual(['before', 'final', 'final'])
    const asked = ofType(stage, 'task.assigned').map(({ data }) => data.description)
    expect(asked.filter((text) => text.includes('AssertionError: 1 is not 2'))).not.toEqual([])
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1 } })
  })

  test('ends within its iterations if the check never passes', async () => {
    const { stage } = await run(crew(mode, ['npm test'], { limits: { maxIterations: 3 } }), () => failed)
    const results = ofType(stage, 'check.finished').filter(({ data }) => data.moment === 'final')
    expect(results.length).toBeLessThanOrEqual(3)
    expect(ending(stage)?.state).toBe('cancelled')
    expect(['max_iterations', 'stalled']).toContain(ending(stage)?.reason)
  })
})

test('an agent reads what it is done by, and that it must not change it', async () => {
  const { stage } = await run(crew('agent', ['npm test', 'changes src/**']))
  const [asked] = ofType(stage, 'task.assigned').map(({ data }) => data.description)
  expect(asked).toContain('- `npm test` passes\n- only `src/**` changed')
  expect(asked).toContain('Do not change what is tested.')
})

test('an agent that reflects is checked once it is satisfied', async () => {
  let answers = 0
  const model: Play = () => {
    answers += 1
    return answerParts(answers === 1 ? 'A first draft.' : 'Another answer, and it is right.\n\n[[REFLECTION_COMPLETE]]')
  }
  const { stage, moments } = await run(
    crew('agent', ['npm test'], { settings: { mode: { reflect: true } } }),
    honest,
    model,
  )
  expect(moments).toEqual(['before', 'final'])
  expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'goal_met' })
})

test('the judge of a loop reads what the checks said', async () => {
  const { stage } = await run(crew('reflect', ['npm test']))
  const [asked] = ofType(stage, 'task.assigned').filter(({ data }) => data.kind === 'evaluate')
  expect(asked?.data.description).toContain('`npm test`: passes now (it failed before)')
})

describe('a check whose test was changed', () => {
  const changed: Answer = ({ moment }) =>
    moment === 'before' ? failed : { ...passed, tampered: ['test/a.test.js was changed'] }

  test('is no proof for an agent, who has nobody to look at it', async () => {
    const { stage } = await run(crew('agent', ['npm test']), changed)
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'checks_changed', proof: { proven: 0 } })
    expect(ending(stage)?.summary).toContain('its author changed the test (test/a.test.js was changed)')
  })

  test('counts on the word of a judge who has read that', async () => {
    const { stage } = await run(crew('reflect', ['npm test']), changed)
    expect(ending(stage)).toMatchObject({
      state: 'completed',
      proof: { proven: 0, said: [{ by: 'mod', steps: 1 }], checks: { passed: 1, of: 1 } },
    })
  })
})

test('a check asks you when everything else has passed, and only a yes is a pass', async () => {
  const settings = { yes: false, interactive: true, options: { checks: ['ask "Does it look right?"', 'npm test'] } }
  const { stage } = await run(crew('delegate', [], { settings }))
  expect(ofType(stage, 'question.asked').map(({ data }) => data.question)).toEqual(['Does it look right?'])
  await stage.tell({ type: 'answer', text: 'No, it is blue.', by: 'person' })
  await stage.untilRest()
  expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'checks_failed', lacks: { done: 1, of: 2 } })
  expect(ending(stage)?.summary).toContain('you said: No, it is blue.')
})

test('a result is stale if the files were changed while the checks ran', async () => {
  const answer: Answer = ({ moment, check }) => ({
    ...(moment === 'before' ? failed : passed),
    tree: check.kind === 'command' && check.run === 'npm test' ? 'one' : 'other',
  })
  const { stage } = await run(crew('delegate', ['npm test', 'npm run lint']), answer)
  expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'checks_not_run', proof: { proven: 1 } })
  expect(ending(stage)?.summary).toContain('the files were changed while the checks ran')
})

test('at a limit no check runs, and the run is not done', async () => {
  const { stage, moments } = await run(crew('agent', ['npm test'], { limits: { maxCalls: 2 } }), () => failed)
  expect(moments.length).toBeLessThanOrEqual(3)
  expect(ending(stage)?.state).toBe('cancelled')
})
