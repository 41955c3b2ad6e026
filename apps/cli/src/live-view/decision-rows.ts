import { cleanLine, type Decision, durationText, isUndecided } from '@convene/domain'
import { shorten } from '../terminal/width.ts'
import type { ShownMoment } from './moment.ts'
import type { LiveView } from './view.ts'

/** What is being voted on, and how long the vote stays open. The clock stops while the run is paused. */
export function decisionRows({ session }: LiveView, { now, style, width }: ShownMoment): readonly string[] {
  return Object.values(session.decisions)
    .filter(isUndecided)
    .map((decision) => style.dim(shorten(` ◌ ${cleanLine(decision.topic)}  ${stageText(decision, now)}`, width)))
}

function stageText({ stage, closesAt, pausedAt }: Decision, now: number): string {
  if (stage === 'deciding') return 'the lead decides'
  const words = stage === 'voting' ? 'the vote is open' : 'under discussion'
  if (pausedAt !== null || closesAt === null) return words
  return `${words}, ${durationText(Math.max(0, closesAt - now))} left`
}
