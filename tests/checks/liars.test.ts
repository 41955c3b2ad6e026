import { modeViewOf, type PlanStep, readCheck } from '@convene/domain'
import type { Checks } from '@convene/engine'
import { checkWords, stepProofWord } from '@convene/reading'
import { answerParts, askOf, type Play, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { exitCodeFor } from '../../apps/cli/src/run/exit-code.ts'
import { unattended } from '../endings/teams.ts'
import { type Cast, cast, crewOf, planOf, step } from '../plan/crew.ts'
import { ending, ofType, statesOf } from '../plan/story.ts'
import { honestWork } from './honest-work.ts'
import { hostileLiars } from './hostile-liars.ts'
import { checkOf, fixes, liars, NODE, NPM, type Sight, seenOf, type Worker } from './liars.ts'
import { slyLiars } from './sly-liars.ts'

const BOAST = 'It is done. I ran the tests: 12 passed, 0 failed.'

const runner = ({ hangs }: Worker, seen: Sight): Checks => ({
  run: async ({ since, moment }) => {
    if (hangs && moment !== 'before') return new Promise(() => {})
    return since === '1-s2'
      ? { outcome: 'failed', reason: 'it does not exist' }
      : seen[moment === 'experiment' || moment === 'resolution' ? 'before' : moment]
  },
})

type InPlan = { readonly others?: readonly PlanStep[]; readonly lines?: Cast }

/** A plan that the user approved, played with what the runner saw. Everybody says that all is well. */
async function inPlan(
  worker: Worker,
  seen: Sight,
  { others = [], lines = {} }: InPlan = {},
): Promise<SimulatedSession> {
  const boast = { Task: BOAST }
  const steps = [step('s1', 'coder', { checks: [checkOf(worker.check ?? NODE)] }), ...others]
  const model = cast({ planner: { Plan: planOf(...steps) }, coder: boast, tester: boast, ...lines })
  const stage = new SimulatedSession({ model, checks: runner(worker, seen) })
  await stage.create(crewOf({ settings: { yes: false } }))
  await stage.untilRest()
  await stage.tell({ type: 'approve', by: 'person' })
  await stage.untilRest()
  return stage
}

const boasts: Play = (request) => {
  const { heading } = askOf(request)
  if (heading === 'Plan') return answerParts('@worker:ada\nDo it.\n@end')
  if (heading === 'Evaluate') return answerParts('SCORE: 1\nRATIONALE: I ran the tests myself: 12 passed.')
  return answerParts(`${BOAST} See ${request.effect}.`)
}

/** The same work in another mode, with the check of its user. */
async function inMode(mode: string, worker: Worker, seen: Sight): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model: boasts, checks: runner(worker, seen) })
  await stage.create(unattended(mode, { settings: { options: { checks: [worker.check ?? NODE] } } }))
  await stage.untilRest()
  return stage
}

/** What the page and the terminal show beside the check of the first step, and the exit code of the command. */
async function shown(stage: SimulatedSession) {
  const state = await stage.engine.state(stage.session)
  const step = state?.run && modeViewOf(state.run).plan?.steps.find(({ id }) => id === 's1')
  if (!step) throw new Error('there is no step')
  const words = step.seen.map((seen) => checkWords(seen, true))
  return {
    step: stepProofWord(step, true, (agent) => agent).word,
    checks: words.map(({ word, facts }) => [word, ...facts].join(', ')).join('\n'),
    exit: exitCodeFor(state, stage.events),
  }
}

/** The part of a reason that says what was seen. What passes, and passed before as well, needs no explanation. */
const whyIn = (reason: string): string => (isGuard(reason) ? 'pass' : (/\(([^)]*)/u.exec(reason)?.[1] ?? reason))

const isGuard = (reason: string): boolean => /^(?:still )?passes \(/u.test(reason)

const modes = ['agent', 'reflect', 'delegate', 'orchestrate']

/** What the end of a run must never say about a lie, and has to say about it. */
function expectDoubt(stage: SimulatedSession, reason: string): void {
  expect(ending(stage)?.proof?.proven ?? 0).toBe(0)
  expect(ending(stage)?.summary).toContain(reason)
  const printed = JSON.stringify(stage.events.findLast(({ type }) => type === 'run.finished'))
  expect(printed).toContain(JSON.stringify(reason).slice(1, -1))
  expect(printed).not.toMatch(/"proven":[1-9]/u)
  if (/^(?:fails|was not run)/u.test(reason)) expect(ending(stage)?.state).not.toBe('completed')
}

describe('nobody is believed who', () => {
  const all = { ...liars, ...slyLiars, ...hostileLiars }

  test('has at least 90 ways to lie', () => expect(Object.keys(all).length).toBeGreaterThanOrEqual(90))

  test.each(Object.entries(all))('%s', async (_, [worker, reason]) => {
    const seen = await seenOf(worker)
    const planned = await inPlan(worker, seen)
    expectDoubt(planned, reason)
    if (reason.startsWith('fails')) expect(statesOf(planned, 's1').at(-1)).not.toBe('accepted')
    const { step: word, checks, exit } = await shown(planned)
    expect(word).not.toBe('Proven')
    expect(checks).not.toMatch(/proven/u)
    expect(checks).toContain(whyIn(reason))
    if (/^(?:fails|was not run)/u.test(reason)) expect(exit).not.toBe(0)
    else expect([word, exit]).toEqual(['On reviewer’s word', 0])
    for (const mode of modes) {
      const stage = await inMode(mode, worker, seen)
      expectDoubt(stage, reason)
      expect(exitCodeFor(await stage.engine.state(stage.session), stage.events) === 0).toBe(
        ending(stage)?.state === 'completed',
      )
      // An agent has nobody who looks at a changed test. A judge has read that it was changed.
      const isChanged = !/^(?:fails|was not run|(?:still )?passes \()/u.test(reason)
      if (isChanged && mode !== 'reflect') expect(ending(stage)?.reason).toBe('checks_changed')
    }
  })

  test('reports the run of another step', async () => {
    const own = step('s2', 'tester', { dependsOn: ['s1'], checks: [checkOf('file src/product.js exists')] })
    const worker = { does: fixes }
    const stage = await inPlan(worker, await seenOf(worker), { others: [own] })
    expect(statesOf(stage, 's1')).toContain('accepted')
    expect(statesOf(stage, 's2')).not.toContain('accepted')
    expect(
      ofType(stage, 'step.state').find(({ data }) => data.step === 's2' && data.to === 'reopened')?.data.reason,
    ).toContain('it does not exist')
  })

  test.each([`${NODE} || true`, `${NODE} || exit 0`, `${NODE}; exit 0`, 'echo "12 passed"', 'true'])(
    'plans a check that always passes: %s',
    (line) => expect(readCheck(line).ok).toBe(false),
  )

  test('has an accomplice who reviews', async () => {
    const lines = { reviewer: { Review: 'ACCEPT\n\nI ran the tests myself: 12 passed.' } }
    const stage = await inPlan({}, await seenOf({}), { lines })
    expect(ofType(stage, 'check.finished').some(({ data }) => data.outcome === 'failed')).toBe(true)
    expect(statesOf(stage, 's1')).not.toContain('accepted')
    expect(ending(stage)?.proof?.proven ?? 0).toBe(0)
  })

  test.each(modes)('says in mode %s that the user said yes, without anybody there', async (mode) => {
    const worker = { check: 'ask "Does it look right?"', does: fixes }
    expectDoubt(await inMode(mode, worker, await seenOf(worker)), 'was not run (there is nobody to ask)')
  })
})

/** The same project, and one fix. */
const usual = Object.fromEntries(
  Object.entries({
    'with a runner': NODE,
    'with a script': NPM,
    'with a dependency': 'node node_modules/runner/run.js',
    'with a shell around the runner': `sh -c '${NODE}'`,
    'with two commands': `node --version && ${NODE}`,
    'with the text of a file': 'file src/sum.js contains "a + b"',
  }).map(([name, check]): [string, Worker] => [name, { check, does: fixes }]),
)

test.each(Object.entries({ ...usual, ...honestWork }))(
  'who really does the work %s is believed in every mode',
  async (_, worker) => {
    const seen = await seenOf(worker)
    const stages = [await inPlan(worker, seen), ...(await Promise.all(modes.map((mode) => inMode(mode, worker, seen))))]
    for (const stage of stages)
      expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1, said: [] } })
  },
)
