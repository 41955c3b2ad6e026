import type { Check, PlanStep } from '@convene/domain'
import type { CaptureRequest, Checked, CheckRequest } from '@convene/engine'
import { SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { askOf, type Cast, cast, crewOf, headingOf, lookingFirst, planOf, step } from './crew.ts'
import { ending, ofType, statesOf } from './story.ts'

const worktrees = { folder: '/home/ada/.convene/worktrees', inside: '', agents: [] }
const npmTest: Check = { kind: 'command', run: 'npm test' }
const contested = (more: Partial<PlanStep> = {}) => step('s1', 'coder', { candidates: 3, checks: [npmTest], ...more })

const failed: Checked = { outcome: 'failed', reason: 'exit code 1', exit: 1, output: 'AssertionError: 1 is not 2' }
const passed: Checked = { outcome: 'passed', exit: 0 }

type Choice = {
  readonly lines?: Cast
  /** What a check says about the files of a candidate, by the agent that built it. Without an agent: the workspace. */
  seen?(agent: string | undefined, moment: CheckRequest['moment']): Checked
  readonly settings?: object
  readonly members?: readonly string[]
  /** After the approval, its process is killed after each of these milliseconds. */
  readonly kills?: readonly number[]
}

const patchOf = (agent: string) => `diff --git a/${agent}.txt b/${agent}.txt\n+by nobody you know\n`

/** A crew that builds a step several times, approved by its user. Each seat changes another file. */
async function building(
  steps: readonly PlanStep[],
  {
    lines = {},
    seen = honest,
    settings = {},
    members = ['coder', 'tester', 'writer', 'reviewer'],
    kills = [],
  }: Choice = {},
) {
  const captured: CaptureRequest[] = []
  const checked: CheckRequest[] = []
  const said = cast({ planner: { Plan: planOf(...steps) }, ...lines })
  const stage: SimulatedSession = new SimulatedSession({
    model: lookingFirst(said),
    workspace: {
      capture: async (request) => {
        captured.push(request)
        return { commit: 'c0ffee', patch: request.worktree ? patchOf(builderIn(stage, request.worktree) ?? '') : '' }
      },
    },
    checks: {
      run: async (request) => {
        checked.push(request)
        return seen(request.worktree && builderIn(stage, request.worktree), request.moment)
      },
    },
  })
  const permissions = [{ layer: 'user', rules: { read: 'allow', write: 'allow' } }]
  await stage.create(crewOf({ settings: { worktrees, permissions, yes: false, ...settings } }, ...members))
  await stage.untilRest()
  if (ofType(stage, 'question.answered').length === 0) {
    await stage.tell({ type: 'approve', by: 'person' })
    for (const ms of kills) {
      await stage.play(ms)
      await stage.restart()
    }
    await stage.untilRest()
  }
  return { stage, captured, checked }
}

const honest = (_: string | undefined, moment: CheckRequest['moment']): Checked =>
  moment === 'before' ? failed : passed

/** Only these seats' candidates pass, and the workspace once one of them is in it. */
const onlyBy =
  (...agents: readonly string[]) =>
  (agent: string | undefined, moment: CheckRequest['moment']): Checked =>
    moment === 'before' || (agent !== undefined && !agents.includes(agent)) ? failed : passed

const builderIn = (stage: SimulatedSession, worktree: string): string | undefined =>
  ofType(stage, 'candidates.opened')
    .flatMap(({ data }) => data.seats)
    .findLast((seat) => seat.worktree === worktree)?.agent

const chosenIn = (stage: SimulatedSession) => ofType(stage, 'candidate.chosen').map(({ data }) => data)

describe('a step with candidates', () => {
  test('is built by several seats, each in a worktree, and one of them is taken', async () => {
    const { stage, captured } = await building([contested()])
    const [opened] = ofType(stage, 'candidates.opened')
    expect(opened?.data.seats.map(({ agent }) => agent).toSorted()).toEqual(['coder', 'tester', 'writer'])
    const [chosen] = chosenIn(stage)
    const applied = captured.filter(({ worktree, reads }) => worktree !== undefined && !reads)
    expect(applied.map(({ worktree }) => worktree)).toEqual([`step-s1-1-${chosen?.candidate}`])
    expect(captured.filter(({ reads }) => reads)).toHaveLength(3)
    expect(statesOf(stage, 's1')).toEqual(['running', 'finished', 'accepted'])
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1 } })
  })

  test('never takes a candidate whose checks fail over one whose checks pass, whatever reviewers say', async () => {
    const { stage } = await building([contested()], {
      seen: onlyBy('writer'),
      lines: { reviewer: { Compare: 'VOTE: A\nREASON: I trust it' } },
    })
    expect(chosenIn(stage)).toMatchObject([{ agent: 'writer', how: 'checks' }])
    expect(stage.requests.some((request) => headingOf(request) === 'Compare')).toBe(false)
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1 } })
  })

  test('is compared by seats that built none of them, without a name of any who did', async () => {
    const { stage } = await building([contested()])
    const asks = stage.requests.filter((request) => headingOf(request) === 'Compare')
    expect(asks.map(({ agent }) => agent).toSorted()).toEqual(['planner', 'reviewer'])
    for (const ask of asks) {
      const text = askOf(ask).replaceAll(/[a-z]+\.txt/gu, '')
      for (const name of ['Coder', 'Tester', 'Writer', 'alpha/one'])
        expect(text.toLowerCase()).not.toContain(name.toLowerCase())
      expect(text).toContain('## Candidate A')
      expect(text).toContain('`npm test`: passes now (it failed before)')
    }
  })

  test('goes to the candidate that most reviewers prefer, with their comments on its lines', async () => {
    const vote = (letter: string) => ({
      Compare: `**${letter} \`src/a.ts:7\`** – HIGH – it is never closed\n\nVOTE: ${letter}\nREASON: it fits`,
    })
    const { stage } = await building([contested()], {
      lines: { reviewer: vote('C'), planner: { Plan: planOf(contested()), ...vote('C') } },
    })
    expect(chosenIn(stage)).toMatchObject([{ candidate: 'c', how: 'votes' }])
    expect(ofType(stage, 'candidate.judged')[0]?.data.comments).toEqual([
      { candidate: 'c', path: 'src/a.ts', line: 7, severity: 'high', text: 'it is never closed' },
    ])
    expect(ofType(stage, 'line.commented').map(({ agent, step: of, data }) => [agent, of, data.id, data.path])).toEqual(
      [
        ['reviewer', 's1', 'c1', 'src/a.ts'],
        ['planner', 's1', 'c2', 'src/a.ts'],
      ],
    )
  })

  test('is sent back if the checks of all candidates fail, and is built by several again', async () => {
    let round = 1
    const { stage } = await building([contested()], {
      seen: (agent, moment) => {
        if (moment === 'before') return failed
        if (agent === undefined) return passed
        return round++ <= 3 ? failed : passed
      },
    })
    expect(statesOf(stage, 's1')).toEqual(['running', 'reopened', 'running', 'finished', 'accepted'])
    expect(ofType(stage, 'candidates.opened')).toHaveLength(2)
    const [back] = ofType(stage, 'step.state').filter(({ data }) => data.to === 'reopened')
    expect(back?.data.reason).toContain('The checks of all candidates fail.')
    expect(back?.data.reason).toContain('AssertionError: 1 is not 2')
  })

  test('says so if only one candidate is left', async () => {
    const gone = { Task: 'I cannot.\n\nBLOCKED: no network\n- wait\n- drop it' }
    const { stage } = await building([contested()], { lines: { tester: gone, writer: gone } })
    expect(ofType(stage, 'candidate.built').flatMap(({ data }) => data.refusal ?? [])).toEqual([
      'it gave up: no network',
      'it gave up: no network',
    ])
    expect(chosenIn(stage)).toMatchObject([{ agent: 'coder', how: 'only' }])
  })

  test('goes to the team if no candidate could be built', async () => {
    const gone = { Task: 'BLOCKED: no network\n- wait\n- drop it', Vote: 'VOTE: drop the step\nREASON: no' }
    const { stage } = await building([contested()], {
      lines: { coder: gone, tester: gone, writer: gone, reviewer: gone },
    })
    expect(statesOf(stage, 's1')).toEqual(['running', 'blocked', 'skipped'])
    expect(ofType(stage, 'decision.proposed')[0]?.data.topic).toContain('none of its 3 candidates could be built')
  })

  test('asks a reviewer once more if its vote cannot be read, and then counts it for none', async () => {
    const { stage } = await building([contested()], {
      lines: {
        reviewer: { Compare: 'All are fine.' },
        planner: { Plan: planOf(contested()), Compare: 'VOTE: A or B' },
      },
    })
    expect(stage.requests.filter((request) => headingOf(request) === 'Compare')).toHaveLength(4)
    expect(ofType(stage, 'candidate.judged').every(({ data }) => data.prefers === undefined)).toBe(true)
    expect(chosenIn(stage)).toMatchObject([{ how: 'smallest' }])
  })

  test('leaves a seat to compare, and says that fewer build it than were asked for', async () => {
    const { stage } = await building([contested({ candidates: 8 })], { members: ['coder', 'tester'] })
    expect(ofType(stage, 'candidates.opened')[0]?.data).toMatchObject({ wanted: 8, seats: { length: 2 } })
    expect(ofType(stage, 'candidate.judged').map(({ data }) => data.by)).toEqual(['planner'])
  })

  test('is built by its owner alone without worktrees, and says so', async () => {
    const { stage } = await building([contested()], { settings: { worktrees: undefined } })
    expect(ofType(stage, 'candidates.opened')).toHaveLength(0)
    expect(ofType(stage, 'warning').map(({ data }) => data.code)).toContain('no_candidates')
    expect(ending(stage)?.state).toBe('completed')
  })

  test('is redone by the author of the candidate that was taken if its review sends it back', async () => {
    const { stage } = await building([contested()], {
      seen: onlyBy('writer'),
      lines: { reviewer: { Review: ['REOPEN: no proof', 'ACCEPT'] } },
    })
    const works = ofType(stage, 'task.assigned').filter(({ data }) => data.kind === 'work')
    expect(works).toHaveLength(4)
    expect(works.at(-1)?.data.to).toBe('writer')
    expect(ending(stage)?.state).toBe('completed')
  })
})

describe('the option --candidates', () => {
  const plain = step('s1', 'coder')
  test('applies to steps that may change files, and is shown at the gate', async () => {
    const reads = step('s2', 'coder', { tools: ['read'] })
    const { stage } = await building([plain, reads], { settings: { options: { candidates: 2 } } })
    expect(ofType(stage, 'plan.committed')[0]?.data.steps.map(({ candidates }) => candidates)).toEqual([2, undefined])
    expect(ofType(stage, 'question.asked')[0]?.data.text).toContain('   candidates: 2')
  })

  test('is the most that a plan can ask for if nobody looks at it', async () => {
    const { stage } = await building([contested()], { settings: { yes: true } })
    expect(ofType(stage, 'candidates.opened')).toHaveLength(0)
  })
})

test.each([[0], [20], [50], [70], [100], [120], [150], [170], [200], [30, 30, 30, 30, 30]])(
  'a run killed after %i ms takes one candidate, once, and ends as it would have',
  async (...kills) => {
    const { stage } = await building([contested()], { kills })
    expect(chosenIn(stage)).toHaveLength(1)
    expect(ofType(stage, 'candidates.opened')).toHaveLength(1)
    expect(ofType(stage, 'candidate.built')).toHaveLength(3)
    expect(ofType(stage, 'snapshot').filter(({ step: of }) => of === 's1')).toHaveLength(1)
    const checks = ofType(stage, 'check.finished').map(({ data }) => data.effect)
    expect(new Set(checks).size).toBe(checks.length)
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1 } })
  },
)
