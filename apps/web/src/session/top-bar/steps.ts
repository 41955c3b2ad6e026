import { isFinal, phaseText, type Run } from '@convene/domain'
import { runState } from '@convene/reading'
import { capitalized } from '../../ui/text/words.ts'
import { shownBy } from '../view/mode-view.ts'
import { loopsBack, phasesOf } from '../view/phase.ts'
import type { PhaseVisit } from '../view/view.ts'

export type StoryStepState = 'done' | 'now' | 'later' | 'stopped' | 'failed'

export type StoryStep = {
  readonly name: string
  readonly state: StoryStepState
  /** How often it was reached, if it repeats. */
  readonly rounds: number
}

/** What a run goes through, in the words of its story, and how far it is. */
export function storyStepsOf(run: Run | null, visits: readonly PhaseVisit[]): readonly StoryStep[] {
  if (!run) return []
  return shownBy(run).expects.includes('positions') ? decisionSteps(run, visits) : phaseSteps(run, visits)
}

function phaseSteps(run: Run, visits: readonly PhaseVisit[]): readonly StoryStep[] {
  const { mode, phase, finished } = run
  const phases = phasesOf(mode)
  const at = phases.indexOf(lastPhase(run, visits))
  return phases.map((name, index) => ({
    name:
      name === 'completed'
        ? runState({ phase: name, reason: finished?.reason ?? '', interrupted: false }).word
        : capitalized(phaseText(name)),
    state: stateAt(index, at, phase),
    rounds: loopsBack(mode, name) ? visits.filter((visit) => visit.phase === name).length : 0,
  }))
}

const words: { readonly [phase: string]: string } = {
  converging: 'Ballot',
  synthesizing: 'Verdict',
  completed: 'Verdict',
}

/** A decision's phases as a story. Without a second round there was no debate. */
function decisionSteps(run: Run, visits: readonly PhaseVisit[]): readonly StoryStep[] {
  const { positions, debate } = shownBy(run)
  const round = Math.max(0, debate?.round ?? 0, ...positions.map((position) => position.round))
  const phase = lastPhase(run, visits)
  const running = round > 1 ? 'Debate' : 'Blind'
  const here = words[phase] ?? (phase === 'running' ? running : 'Question')
  const wasBlindOnly = words[phase] !== undefined && round < 2
  const names = ['Question', 'Blind', 'Debate', 'Ballot', 'Verdict'].filter(
    (name) => name !== 'Debate' || !wasBlindOnly,
  )
  const at = names.indexOf(here)
  return names.map((name, index) => ({
    name,
    state: stateAt(index, at, run.phase),
    rounds: name === 'Debate' ? round - 1 : 0,
  }))
}

/** The phase a run is in, or was in before it paused or ended early. */
function lastPhase({ mode, phase, resumeTo }: Run, visits: readonly PhaseVisit[]): string {
  const phases = phasesOf(mode)
  const here = (phase === 'paused' ? resumeTo : phase) ?? ''
  return phases.includes(here) ? here : (visits.findLast((visit) => phases.includes(visit.phase))?.phase ?? '')
}

function stateAt(index: number, at: number, phase: string): StoryStepState {
  if (phase === 'completed' || index < at) return 'done'
  if (index > at) return 'later'
  if (phase === 'failed') return 'failed'
  return isFinal(phase) ? 'stopped' : 'now'
}
