import type { Check } from '@convene/domain'
import type { Captured, CaptureRequest, Checked, CheckRequest } from '@convene/engine'
import { SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Cast, cast, crewOf, lookingFirst, planOf, step } from './crew.ts'
import { asksOf, ending, ofType, statesOf } from './story.ts'

const worktrees = { folder: '/home/ada/.convene/worktrees', inside: '', agents: [] }
const checkOf = (id: string): Check => ({ kind: 'command', run: `npm test -- ${id}` })
const apart = (id: string, owner: string) => step(id, owner, { worktree: true, checks: [checkOf(id)] })
const steps = [apart('s1', 'coder'), apart('s2', 'tester')]

const failed: Checked = { outcome: 'failed', reason: 'exit code 1', exit: 1, output: 'it broke' }
const passed: Checked = { outcome: 'passed', exit: 0 }

type Answers = {
  readonly lines?: Cast
  captured?(request: CaptureRequest, merged: readonly string[]): Partial<Captured>
  checked?(request: CheckRequest, merged: readonly string[]): Checked
  /** Milliseconds that an agent works. */
  readonly takes?: { readonly [agent: string]: number }
  readonly steps?: typeof steps
  readonly settings?: typeof worktrees & { readonly build?: string }
}

/** Two steps at the same time, each in a worktree. What was merged and checked, in order. */
async function parallel({ lines = {}, captured = () => ({}), checked, takes = {}, ...plan }: Answers = {}) {
  const order: string[] = []
  const merged: string[] = []
  const said = lookingFirst(cast({ planner: { Plan: planOf(...(plan.steps ?? steps)) }, ...lines }))
  const stage = new SimulatedSession({
    model: (request, call) => [takes[request.agent] ?? 0, ...said(request, call)],
    workspace: {
      capture: async (request) => {
        if (request.worktree === undefined) return { commit: 'c0ffee', patch: '' }
        const answer = captured(request, merged)
        if (answer.refusal === undefined) merged.push(request.worktree)
        order.push(`${answer.refusal === undefined ? 'merge' : 'conflict'} ${request.worktree}`)
        return { commit: 'c0ffee', patch: `diff --git a/${request.worktree} b/${request.worktree}\n+mine\n`, ...answer }
      },
    },
    checks: {
      run: async (request) => {
        const what = request.check.kind === 'command' ? request.check.run.replace('npm test -- ', '') : ''
        if (request.moment === 'after' && request.worktree === undefined) order.push(`check ${what}`)
        return checked?.(request, merged) ?? (request.moment === 'before' ? failed : passed)
      },
    },
  })
  await stage.create(
    crewOf({
      settings: {
        worktrees: plan.settings ?? worktrees,
        permissions: [{ layer: 'user', rules: { read: 'allow' } }],
        yes: false,
      },
    }),
  )
  await stage.untilRest()
  await stage.tell({ type: 'approve', by: 'person' })
  await stage.untilRest()
  return { stage, order }
}

const conflict = {
  refusal: 'Nothing was applied: a.txt (both sides changed the same lines).',
  conflict: { files: [{ path: 'a.txt', reason: 'both sides changed the same lines' }], others: '+theirs' },
}
const first = ({ worktree }: CaptureRequest) => (worktree === 'step-s2-1' ? conflict : {})

describe('steps that run at the same time in worktrees', () => {
  test.each([
    ['s1', 's2', { tester: 60_000 }],
    ['s2', 's1', { coder: 60_000 }],
  ] as const)('are merged as they are reported, %s before %s, with checks after each', async (one, other, takes) => {
    const { stage, order } = await parallel({ takes })
    expect(order).toEqual([
      `merge step-${one}-1`,
      `check ${one}`,
      `merge step-${other}-1`,
      `check ${other}`,
      `check ${one}`,
    ])
    expect(ending(stage)?.state).toBe('completed')
  })

  test('send a step back that breaks what was merged before it', async () => {
    const { stage } = await parallel({
      takes: { tester: 60_000 },
      checked: ({ check, moment }, merged) => {
        if (moment === 'before') return failed
        const breaks = check.kind === 'command' && check.run.endsWith('s1') && merged.at(-1) === 'step-s2-1'
        return breaks ? failed : passed
      },
    })
    expect(statesOf(stage, 's1')).toEqual(['running', 'finished', 'accepted'])
    expect(statesOf(stage, 's2')).toEqual(['running', 'reopened', 'running', 'finished', 'accepted'])
    expect(asksOf(stage, 'tester', 'work')[1]).toContain('it broke')
    expect(ending(stage)?.state).toBe('completed')
  })
})

/** What a check of a step shows: in the workspace, on what its worktree began with, and on what its owner left there. */
const alone =
  (whole: Checked, before: Checked, after: Checked): Answers['checked'] =>
  ({ moment, worktree }) =>
    worktree === undefined ? (moment === 'before' ? failed : whole) : moment === 'before' ? before : after

describe('a step that ran while another one did', () => {
  test('is proven by its check on what it changed alone, and on the merged and the final files', async () => {
    const { stage } = await parallel({ checked: alone(passed, failed, passed) })
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 2, said: [] } })
  })

  test.each([
    ['passes only with the work of the other', alone(passed, failed, failed)],
    ['passed before it began', alone(passed, passed, passed)],
    ['could not be looked at alone', alone(passed, { outcome: 'not_run', reason: 'no' }, passed)],
    ['has changed its own test', alone(passed, failed, { ...passed, tampered: ['test/a.js was changed'] })],
  ])('is not proven if its check %s', async (_, checked) => {
    const { stage } = await parallel({ ...(checked && { checked }) })
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 0, said: [{ steps: 2 }] } })
    expect(ending(stage)?.summary).toContain('other steps worked on the same files at the same time')
  })

  test('is checked alone only if that could prove something', async () => {
    const { stage } = await parallel({ checked: () => passed })
    expect(ofType(stage, 'check.started').filter(({ data }) => data.worktree !== undefined)).toEqual([])
  })
})

describe('steps that may run at the same time in a build', () => {
  const inBuild = { ...worktrees, build: 'build' }
  const free = (more: object = {}) =>
    ['coder', 'tester'].map((owner, at) => step(`s${at + 1}`, owner, { checks: [checkOf(`s${at + 1}`)], ...more }))

  test.each([
    ['each get a worktree', free(), ['step-s1-1', 'step-s2-1']],
    [
      'stay together if nothing could prove them',
      free({ checks: [{ kind: 'command', run: 'npm test', guard: true }] }),
      [],
    ],
    ['stay together if the plan says so', free({ worktree: false }), []],
    ['need none if one waits for the other', [free()[0], { ...free()[1], dependsOn: ['s1'] }], []],
  ])('%s', async (_, planned, expected) => {
    const { stage } = await parallel({
      checked: alone(passed, failed, passed),
      steps: planned as typeof steps,
      settings: inBuild,
    })
    const used = ofType(stage, 'task.assigned').flatMap(({ data }) => data.worktree ?? [])
    expect(used).toEqual(expected)
    expect(ending(stage)?.state).toBe('completed')
  })
})

describe('a step whose changes conflict with another', () => {
  test('goes back to its author with both sides, and its result is checked', async () => {
    const { stage, order } = await parallel({ takes: { tester: 60_000 }, captured: first })
    const [, again = ''] = asksOf(stage, 'tester', 'work')
    expect(again).toContain('## Both sides of a conflict')
    expect(again).toContain('+mine')
    expect(again).toContain('+theirs')
    expect(statesOf(stage, 's2')).toEqual(['running', 'pending', 'running', 'finished', 'accepted'])
    expect(order).toEqual([
      ...['merge step-s1-1', 'check s1', 'conflict step-s2-1'],
      ...['merge step-s2-2', 'check s2', 'check s1'],
    ])
    expect(ending(stage)?.state).toBe('completed')
  })

  test('is put to the team if its author cannot bring the sides together, and nothing is dropped silently', async () => {
    const vote = { Vote: 'VOTE: leave its changes out\nREASON: no' }
    const { stage, order } = await parallel({
      takes: { tester: 60_000 },
      captured: ({ worktree }) => (worktree?.startsWith('step-s2') ? conflict : {}),
      lines: { coder: vote, tester: vote, reviewer: vote },
    })
    expect(order.filter((one) => one.startsWith('conflict'))).toHaveLength(3)
    expect(ofType(stage, 'decision.proposed')[0]?.data.topic).toContain('The changes of step s2 do not fit')
    const [left] = ofType(stage, 'step.state').filter(({ data }) => data.reason === 'leave its changes out')
    expect(left?.data).toMatchObject({ step: 's2', to: 'finished' })
  })
})
