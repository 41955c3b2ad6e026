import { withPlainMarks } from '../../answer/plain-marks.ts'
import { perValue } from '../../mode/per-value.ts'
import { type ModeView, plainView, type ScoreView } from '../../mode/view.ts'
import type { Run } from '../../state/session.ts'
import type { Alone } from './alone-state.ts'
import { maxIterations } from './iterations.ts'
import type { Reflection, ReflectRound } from './state.ts'

/** What a loop shows: its current iteration, and how each result so far was scored. */
export const reflectView = (run: Run, { iteration, rounds }: Reflection): ModeView =>
  looping(run, iteration, scored(rounds))

/** A single agent only says whether its result is complete. */
export const aloneView = (run: Run, { iteration, met }: Alone): ModeView =>
  looping(run, iteration, met ? [{ iteration, score: 1, rationale: '', trend: 'stable' }] : [])

function looping(run: Run, iteration: number, scores: readonly ScoreView[]): ModeView {
  const plain = plainView(run)
  const progress = { ...plain.progress, iteration: { now: iteration, of: maxIterations(run) }, isShown: true }
  return { ...plain, progress, scores }
}

const scored = perValue((rounds: readonly ReflectRound[]): readonly ScoreView[] =>
  rounds.map(({ iteration, score, rationale, trend }) => ({
    iteration,
    score,
    rationale: withPlainMarks(rationale),
    trend,
  })),
)
