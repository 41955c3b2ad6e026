import type { EventOf } from '@convene/domain'
import { cutAt } from '@convene/reading'
import type { Decision, Folds, View } from './view.ts'

/** What the tabs show beyond the session's state: decisions and files of all runs. */
export const foldRecords: Folds = {
  artifact: (view, event) => {
    const { data, seq, agent = '' } = event
    view.files = [...view.files, { ...data, seq, agent, reverted: false, cut: cutAt(event) }]
  },
  'artifact.reverted': (view, { data }) => {
    view.files = view.files.map((file) => (file.id === data.artifact ? { ...file, reverted: true } : file))
  },
  'decision.proposed': proposed,
  'decision.voted': voted,
  'decision.committed': committed,
  'decision.resolved': resolved,
}

function proposed(view: View, { data, run }: EventOf<'decision.proposed'>): void {
  view.decisions = [...view.decisions, { ...data, run: run ?? '', votes: [], committed: null, resolved: null }]
}

function voted(view: View, { data, run }: EventOf<'decision.voted'>): void {
  const { decision, voter, option, reason } = data
  change(view, { decision, run }, (known) => ({ ...known, votes: [...known.votes, { voter, option, reason }] }))
}

function committed(view: View, { data, run }: EventOf<'decision.committed'>): void {
  change(view, { decision: data.decision, run }, (known) => ({ ...known, committed: data }))
}

function resolved(view: View, { data }: EventOf<'decision.resolved'>): void {
  change(view, data, (known) => ({ ...known, resolved: data.outcome === 'withdrawn' ? null : data }))
}

/** Ids are unique only within a run. */
type Named = { readonly decision: string; readonly run?: string | undefined }

function change(view: View, { decision, run = '' }: Named, next: (known: Decision) => Decision): void {
  view.decisions = view.decisions.map((each) => (each.decision === decision && each.run === run ? next(each) : each))
}
