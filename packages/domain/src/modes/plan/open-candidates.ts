import { type Fact, fact } from '../../event/event.ts'
import { type Assignment, assign } from '../../mode/assign.ts'
import type { Run } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { letterAt } from '../../text/letters.ts'
import { candidateWorktree } from './evolve-candidates.ts'
import { moveTo } from './move.ts'
import type { StepRun } from './state.ts'
import { stepFolderName } from './worktree.ts'

/** Several seats build it, until one candidate was taken. From then on, its author improves that. */
export const isContested = (run: Run, { candidates = 1, contest }: StepRun): boolean =>
  candidates > 1 && run.settings.worktrees !== undefined && !contest?.chosen

/** Candidates were asked for, and only its owner can build it here. */
export function alone(run: Run, step: StepRun): readonly Fact[] {
  const { id, candidates = 1, attempt, contest } = step
  if (candidates <= 1 || attempt > 0 || contest?.chosen) return []
  const why = run.settings.worktrees ? 'nobody else can build it' : 'worktrees are not available here'
  return [fact('warning', { code: 'no_candidates', message: `Step ${id} has one candidate: ${why}.` }, { step: id })]
}

/** The same work for several seats, each in a worktree. */
export function openCandidates(
  run: Run,
  step: StepRun,
  builders: readonly Seat[],
  workOf: (owner: string) => Omit<Assignment, 'place'>,
): readonly Fact[] {
  const { id, attempt, candidates: wanted = 1 } = step
  const seats = builders.map(({ slug: agent }, index) => {
    const candidate = letterAt(index).toLowerCase()
    return { candidate, agent, worktree: `${stepFolderName(id)}-${attempt}-${candidate}` }
  })
  return [
    moveTo(step, 'running'),
    fact('candidates.opened', { step: id, attempt, wanted, seats }, { step: id }),
    ...seats.flatMap(({ candidate, agent, worktree }) =>
      assign(run, { ...workOf(agent), place: candidateWorktree(id, attempt, candidate), worktree }),
    ),
  ]
}
