import type { Check, PlanStep } from '@convene/domain'
import type { CaptureRequest } from '@convene/engine'
import { SimulatedSession } from '@convene/testkit'
import { test } from 'vitest'
import { type Cast, cast, crewOf, lookingFirst, planOf, step } from '../plan/crew.ts'
import { fileOnly } from './ask-files.ts'

const worktrees = { folder: '/home/ada/.convene/worktrees', inside: '', agents: [] }
const permissions = [{ layer: 'user', rules: { read: 'allow' } }]
const checkOf = (id: string): Check => ({ kind: 'command', run: `npm test -- ${id}` })

/** A build in worktrees whose checks pass once the work is done. The first merge of some of them conflicts. */
async function built(
  steps: readonly PlanStep[],
  lines: Cast = {},
  conflicts: (request: CaptureRequest) => boolean = () => false,
): Promise<SimulatedSession> {
  const said = lookingFirst(cast({ planner: { Plan: planOf(...steps) }, ...lines }))
  const stage = new SimulatedSession({
    model: (request, call) => [request.agent === 'tester' ? 60_000 : 0, ...said(request, call)],
    workspace: {
      capture: async (request) => {
        const patch = request.worktree ? `diff --git a/a.txt b/a.txt\n+by ${request.worktree}\n` : ''
        if (!conflicts(request)) return { commit: 'c0ffee', patch }
        const files = [{ path: 'a.txt', reason: 'both sides changed the same lines' }]
        const refusal = 'Nothing was applied: a.txt (both sides changed the same lines).'
        return { commit: 'c0ffee', patch, refusal, conflict: { files, others: '+theirs' } }
      },
    },
    checks: {
      run: async ({ moment }) =>
        moment === 'before'
          ? { outcome: 'failed', reason: 'exit code 1', exit: 1, output: 'it broke' }
          : { outcome: 'passed', exit: 0 },
    },
  })
  const members = ['coder', 'tester', 'writer', 'reviewer']
  await stage.create(crewOf({ settings: { worktrees, permissions, yes: false } }, ...members))
  await stage.untilRest()
  await stage.tell({ type: 'approve', by: 'person' })
  await stage.untilRest()
  return stage
}

test('a step with candidates, which others compare', async () => {
  const contested = step('s1', 'coder', { candidates: 3, checks: [checkOf('s1')] })
  const lines = { reviewer: { Compare: ['Hm.', 'VOTE: A\nREASON: it is shorter'] } }
  await fileOnly(await built([contested], lines), 'plan-candidates', 'Task', 'Compare')
})

test('a step whose changes conflict with another, and is done again', async () => {
  const apart = (id: string, owner: string) => step(id, owner, { worktree: true, checks: [checkOf(id)] })
  const isFirst = ({ worktree }: CaptureRequest) => worktree === 'step-s2-1'
  const stage = await built([apart('s1', 'coder'), apart('s2', 'tester')], {}, isFirst)
  await fileOnly(stage, 'plan-conflict', ['Task', 3], 'Review')
})
