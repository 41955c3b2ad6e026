import type { Event } from '@convene/domain'
import { wordsOfCode } from '../../ui/text/words.ts'
import type { View } from './view.ts'

const stages: { readonly [phase: string]: string } = {
  idle: 'start',
  clarifying: 'clarify',
  awaiting_approval: 'clarify',
  initializing: 'clarify',
  running: 'work',
  converging: 'positions',
  synthesizing: 'synthesis',
  initialized: 'plan',
  team_formed: 'plan',
  planning: 'plan',
  dispatching: 'work',
  collecting: 'work',
  executing: 'work',
  evaluating: 'evaluation',
  reviewing: 'review',
  completed: 'after',
  cancelled: 'after',
  failed: 'after',
}

/** The goal is said before its run begins, and belongs to it. */
const FIRST = 1

/**
 * The band of an event, `<run>/<iteration>/<stage>` or `<run>/1/round<n>`: rounds if the mode has them, otherwise the
 * run's stage. What is said between rounds belongs to the previous one.
 */
export function bandOf(view: View, event: Event): string {
  const run = view.session.run
  const round = event.type === 'message' && event.data.round !== undefined ? event.data.round : roundOf(event.task)
  if (round !== null) return `${run?.number ?? FIRST}/1/round${round}`
  const before = view.entries.get(view.order.at(-1) ?? '')?.band ?? ''
  const phase = run?.phase === 'paused' ? (run.resumeTo ?? 'running') : (run?.phase ?? 'idle')
  if (run?.traits.rounds && phase === 'running' && before.startsWith(`${run.number}/1/round`)) return before
  const stage = run?.traits.stages[phase] ?? stages[phase] ?? phase
  return `${run?.number ?? FIRST}/${view.iteration}/${stage}`
}

/** Whether a band holds independent answers to one question, which are read next to each other. */
export function isSideBySide({ session, past }: View, band: string): boolean {
  const [number, , stage = ''] = band.split('/')
  const traits = [session.run, ...past].find((run) => String(run?.number) === number)?.traits
  return traits?.picks === true && stage === 'work'
}

function roundOf(task: string | undefined): number | null {
  const found = /(?:^|\/)round(\d+)(?:\/|$)/u.exec(task ?? '')
  return found ? Number(found[1]) : null
}

const titles: { readonly [stage: string]: string } = {
  start: 'Goal',
  clarify: 'Clarify',
  work: 'Work',
  positions: 'Final positions',
  synthesis: 'Synthesis',
  plan: 'Plan',
  evaluation: 'Evaluation',
  review: 'Review',
  after: 'After the run',
}

/** A band's title, with its run if there are several, and whether it is blind. */
export function describeBand(band: string, isOneOfMany: boolean): { readonly title: string; readonly blind: boolean } {
  const [run = '1', iteration = '1', stage = ''] = band.split('/')
  const round = /^round(\d+)$/u.exec(stage)?.[1]
  const name = round ? `Round ${round}` : (titles[stage] ?? wordsOfCode(stage))
  const parts = [isOneOfMany && `Run ${run}`, iteration !== '1' && `Iteration ${iteration}`, name]
  return { title: parts.filter(Boolean).join(' · '), blind: round === '1' }
}
