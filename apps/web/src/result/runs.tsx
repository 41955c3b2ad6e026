import { modeViewOf } from '@convene/domain'
import { verdictOf, verdictParts } from '@convene/reading'
import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { useRunState } from '../session/view/use-run-state.ts'
import { useSessionStore, useView } from '../session/view/use-session.ts'
import { Badge } from '../ui/badge.tsx'
import { wordsOfCode } from '../ui/text/words.ts'
import { type ListedRun, type Outcome, runsOf } from './outcome/outcome.ts'

/** The session's other runs: those before this result and those that followed it. */
export function OtherRuns({ outcome }: { readonly outcome: Outcome }) {
  const past = useView((view) => view.past)
  const newest = useView(({ session }) => session.run)
  const number = outcome.run?.number ?? 0
  if (past.length === 0 || !newest) return null
  const others = runsOf({ past, run: newest }).filter(({ run }) => run.number !== number)
  return (
    <nav
      aria-label="Other runs"
      className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {others.map((listed) => (
        <OtherRun key={listed.run.id} listed={listed} isLater={listed.run.number > number} />
      ))}
    </nav>
  )
}

function OtherRun({ listed: { run, isFinished }, isLater }: { readonly listed: ListedRun; readonly isLater: boolean }) {
  const { id } = useSessionStore()
  const { word, tone } = useRunState(run)
  const verdict = verdictOf(run)
  const isBuilt = isLater && modeViewOf(run).plan?.committed === true && run.phase === 'completed'
  const name = isBuilt ? 'Carried out' : isLater ? 'Later' : 'Before'
  return (
    <Link
      href={isFinished ? `/session/${id}/result/${run.number}` : `/session/${id}`}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-hover"
    >
      <span className="font-medium">
        {name}: run {run.number}, {wordsOfCode(run.mode).toLowerCase()}
      </span>
      <Badge tone={tone}>{word}</Badge>
      {verdict && <span className="numeric text-sm text-muted">{verdictParts(verdict).join(' · ')}</span>}
      <ArrowRight aria-hidden size={14} className="ml-auto text-muted print:hidden" />
    </Link>
  )
}
