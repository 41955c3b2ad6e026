import { type Event, type Panel, type Session, USER } from '@convene/domain'
import type { Entry, View } from './view.ts'

/** Whether a message of a panel says the same: the Moderator's verdict, the options of the topic, and every ballot. */
export function isToldElsewhere({ run }: Session, event: Event): boolean {
  if (run?.mode !== 'panel') return false
  const { topic, ballot } = run.data as unknown as Panel
  if (event.type === 'decision.voted') return event.data.decision === ballot && !event.data.casting
  if (event.type === 'moderation') return event.data.action === 'converged' && event.task !== undefined
  if (event.type !== 'options.drawn' || event.data.by === USER) return false
  return event.data.options.every(({ text }) => topic.includes(text))
}

/** What is left to say of a decision whose report was printed above: its verdict and its counts may be in there. */
export function withoutReported({ report }: View, entries: readonly Entry[]): readonly Entry[] {
  const said = bare(report)
  return entries.filter((entry) => entry.kind !== 'notice' || !said.includes(bare(entry.text)))
}

/** Words and numbers only: a report puts them in bold, or in a list. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
