import type { Event } from '@convene/domain'
import { cutAt, withDecision } from '@convene/reading'
import type { Folds, View } from './view.ts'

/** What the tabs show beyond the session's state: decisions and files of all runs. */
export const foldRecords: Folds = {
  artifact: (view, event) => {
    const { data, seq, agent = '' } = event
    view.files = [...view.files, { ...data, seq, agent, reverted: false, cut: cutAt(event) }]
  },
  'artifact.reverted': (view, { data }) => {
    view.files = view.files.map((file) => (file.id === data.artifact ? { ...file, reverted: true } : file))
  },
  'decision.proposed': decided,
  'decision.voted': decided,
  'decision.committed': decided,
  'decision.resolved': decided,
}

function decided(view: View, event: Event): void {
  view.decisions = withDecision(view.decisions, event)
}
