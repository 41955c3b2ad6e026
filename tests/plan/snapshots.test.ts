import type { PlanStep } from '@convene/domain'
import type { Captured } from '@convene/engine'
import { callParts, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Cast, cast, crewOf, headingOf, planOf, step } from './crew.ts'
import { BLOCKED, ofType, statesOf, voting } from './story.ts'

const worktrees = { folder: '/home/ada/.convene/worktrees', inside: '', agents: [] }
const rules = { read: 'allow', write: 'allow', task: 'allow' } as const

/** A step in which every attempt writes one more file: `1.txt`, `2.txt` and so on. */
async function working(only: PlanStep, lines: Cast, answer: (count: number) => Partial<Captured> = () => ({})) {
  const said = cast({ planner: { Plan: planOf(only) }, ...lines })
  let captures = 0
  const stage = new SimulatedSession({
    model: (request, call) => {
      const attempt = /run(\d+)\/say1\./u.exec(request.effect)?.[1]
      const writes = headingOf(request) === 'Task' && attempt !== undefined
      return writes ? callParts(['write', `${attempt}.txt`]) : said(request, call)
    },
    tools: {
      inspect: async ({ tool, input }) => [{ permission: tool, target: (input as { target: string }).target }],
      run: async ({ input }) => {
        const path = (input as { target: string }).target
        return { ok: true, output: 'Written.', artifacts: [{ kind: 'diff', title: path, path, text: '+1' }] }
      },
    },
    workspace: {
      capture: async ({ worktree }) => ({ commit: 'c0ffee', patch: '', ...(worktree && answer(++captures)) }),
    },
  })
  await stage.create(crewOf({ settings: { worktrees, permissions: [{ layer: 'user', rules }] } }))
  await stage.untilRest()
  return { stage, kept: ofType(stage, 'snapshot').flatMap(({ step: id, data }) => (id ? [data.files] : [])) }
}

describe("a step's snapshot", () => {
  test('also names changes from before the step was blocked', async () => {
    const lines = { ...voting('use a fixture'), coder: { ...voting('use a fixture').coder, Task: [BLOCKED, 'Done.'] } }
    const { stage, kept } = await working(step('s1', 'coder'), lines)
    expect(statesOf(stage, 's1')).toEqual(['running', 'blocked', 'pending', 'running', 'finished', 'accepted'])
    expect(kept).toEqual([['1.txt', '2.txt']])
  })

  test('is taken again when the step is redone, with all its changes', async () => {
    const { kept } = await working(step('s1', 'coder'), { reviewer: { Review: ['REOPEN: no tests', 'ACCEPT'] } })
    expect(kept).toEqual([['1.txt'], ['1.txt', '2.txt']])
  })

  test('leaves out changes that did not apply to the workspace', async () => {
    const patches = [{ refusal: 'a.txt has changed.' }, { patch: 'diff --git a/2.txt b/2.txt\n' }]
    const { kept } = await working(
      step('s1', 'coder', { worktree: true }),
      voting('do the step again on what is there now'),
      (count) => patches[count - 1] ?? {},
    )
    expect(kept).toEqual([['2.txt']])
  })
})

test('a git that never answers leaves no timer behind in a run that was stopped', async () => {
  let captures = 0
  const stage = new SimulatedSession({
    model: cast({ planner: { Plan: planOf(step('s1', 'coder')) } }),
    workspace: {
      capture: () => {
        captures++
        return new Promise(() => {})
      },
    },
  })
  await stage.create(crewOf({}))
  for (let turn = 0; turn < 60 && captures === 0; turn++) await stage.play(1_000)
  expect(captures).toBeGreaterThan(0)
  await stage.tell({ type: 'stop' })
  await stage.untilRest()
  expect(ofType(stage, 'run.finished')).toMatchObject([{ data: { state: 'cancelled' } }])
  expect(stage.engine.live).toBe(0)
  expect(stage.process.timers).toEqual([])
})
