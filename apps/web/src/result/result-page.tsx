import { goalLine, isFinal, type Run, seatsOf, withPlainMarks } from '@convene/domain'
import { reportOf, tableOf } from '@convene/reading'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { PointsMap } from '../session/conversation/points-map.tsx'
import { useWhole } from '../session/conversation/use-whole.ts'
import { OpenedSession } from '../session/opened-session.tsx'
import { Table } from '../session/table/table.tsx'
import { matrixOf } from '../session/view/matrix.ts'
import { shownBy } from '../session/view/mode-view.ts'
import { useRunState } from '../session/view/use-run-state.ts'
import { useSessionStore, useView } from '../session/view/use-session.ts'
import { Badge } from '../ui/badge.tsx'
import { Fold } from '../ui/fold.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Notice } from '../ui/notice.tsx'
import { Screen, Section } from '../ui/screen.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { dayText } from '../ui/text/times.ts'
import { capitalized } from '../ui/text/words.ts'
import { Answer } from './answer.tsx'
import { Ballots } from './ballots.tsx'
import { CostTable } from './cost-table.tsx'
import { DecisionOutcomes } from './decision-outcomes.tsx'
import { DissentSection } from './dissent.tsx'
import { EstimateSection } from './estimate-section.tsx'
import { WithEvidence } from './evidence/evidence-card.tsx'
import { FollowUps } from './follow-ups.tsx'
import { Levers } from './levers.tsx'
import { NextSteps } from './next-steps.tsx'
import { type Outcome, outcomeOf } from './outcome/outcome.ts'
import { Recommendations } from './recommendations.tsx'
import { RestOfReport, Risks } from './report-parts.tsx'
import { OtherRuns } from './runs.tsx'
import { ResultActions } from './share/result-actions.tsx'
import { SourcesSection } from './sources.tsx'
import { VerdictStrip } from './verdict-strip.tsx'
import { WorkDone } from './work-done.tsx'

/** The result of a run, by default the newest: the answer first, then how sure it is, then the rest. */
export function ResultPage({ id, run }: { readonly id: string; readonly run?: number }) {
  return (
    <OpenedSession id={id} isReady={({ caughtUp }) => caughtUp}>
      <WithEvidence run={run}>
        <Result run={run} />
      </WithEvidence>
    </OpenedSession>
  )
}

function Result({ run }: { readonly run: number | undefined }) {
  const { id } = useSessionStore()
  const { view } = useStore(useSessionStore())
  const outcome = outcomeOf(view, run)
  return (
    <Screen
      title="Result"
      back={{ href: `/session/${id}`, label: 'Back to the session' }}
      actions={<ResultActions run={run} />}
      crowded
    >
      {!isFinal(outcome.run?.phase ?? 'idle') && (
        <Notice
          title="This run has not finished"
          action={
            <Link href={`/session/${id}`} className="shrink-0 text-accent-ink underline underline-offset-2">
              Watch
            </Link>
          }
        >
          Results so far are below. This page updates automatically.
        </Notice>
      )}
      <Head outcome={outcome} />
      <NextSteps outcome={outcome} />
      <Body outcome={outcome} />
    </Screen>
  )
}

function Head({ outcome: { run, ending, isRehearsal } }: { readonly outcome: Outcome }) {
  const { goal } = useSessionStore().getState().view.session
  const { word, tone } = useRunState(run)
  return (
    <header className="-mb-4 flex flex-col gap-1 text-muted">
      <p className="flex items-center gap-2">
        <Badge tone={tone}>{word}</Badge>
        {ending?.reason && <span>{ending.reason}</span>}
        {isRehearsal && (
          <Link href="/settings/models" className="text-accent-ink underline underline-offset-2 print:hidden">
            Connect a model
          </Link>
        )}
      </p>
      <Goal text={(run?.goal || goal).trim()} />
      {run && ending && <p className="hidden text-sm print:block">{onPaper(run, ending.at)}</p>}
    </header>
  )
}

/** A goal of several lines is headed by its first one, and folded below it. */
function Goal({ text }: { readonly text: string }) {
  return (
    <>
      <p className="text-md wrap-anywhere">{oneLine(goalLine(text))}</p>
      {text.includes('\n') && (
        <Fold label="Full goal">
          <Markdown text={text} />
        </Fold>
      )}
    </>
  )
}

/** Who answered and when. On screen the session shows this, but a printout has nothing else. */
function onPaper({ mode, team }: Run, at: number): string {
  const seats = team.members.length > 0 ? team.members : seatsOf(team)
  const names = seats.map(({ name }) => oneLine(name)).join(', ')
  return `${capitalized(mode)}: ${names} · ${dayText(at)} · Convene`
}

function Body({ outcome }: { readonly outcome: Outcome }) {
  return (
    <>
      <Reported outcome={outcome} />
      <FollowUps outcome={outcome} />
      <Positions outcome={outcome} />
      <Ballots outcome={outcome} />
      <PrintedIfKnown />
      <WorkDone outcome={outcome} />
      <SourcesSection text={outcome.answers.map((answer) => answer.text).join('\n')} outcome={outcome} />
      <CostTable run={outcome.run} />
    </>
  )
}

/** What each seat held after each round. Not on paper: the votes and the dissent say it in words. */
export function Positions({ outcome: { run } }: { readonly outcome: Outcome }) {
  const { positions, options } = shownBy(run)
  if (!tableOf(matrixOf(positions, options, run?.team))) return null
  return (
    <div className="print:hidden">
      <Section title="Positions">
        <Table run={run} />
      </Section>
    </div>
  )
}

/** The answer, how sure it is, who disagrees, and the rest of the report. */
export function Reported({ outcome }: { readonly outcome: Outcome }) {
  const text = useAnswerText(outcome)
  const points = outcome.isPicked ? null : shownBy(outcome.run).points
  const report = outcome.answers.length === 1 && !outcome.isPicked ? reportOf(plainOf(text)) : null
  return (
    <>
      {points && (
        <Section title="In common">
          <PointsMap points={points} />
        </Section>
      )}
      <Answer outcome={outcome} report={report} text={text} />
      <VerdictStrip outcome={outcome} />
      {report && <Levers levers={report.levers} outcome={outcome} />}
      <EstimateSection outcome={outcome} />
      <DissentSection outcome={outcome} />
      <OtherRuns outcome={outcome} />
      {report && (
        <>
          <Recommendations text={report.recommendations} outcome={outcome} />
          <div className="flex flex-col gap-4 print:block">
            <Risks report={report} />
            <RestOfReport report={report} hasVote={Boolean(outcome.verdict?.vote)} />
          </div>
        </>
      )}
    </>
  )
}

/** Rewords lines that agents wrote for the program. In an extremely long report, the search would freeze the page. */
const plainOf = (text: string): string => (text.length > 200_000 ? text : withPlainMarks(text))

/** Leaves an unanswered "How did it turn out?" out of the printout, because nobody can answer it there. */
function PrintedIfKnown() {
  const isKnown = useView(({ decisions }) => decisions.some(({ resolved }) => resolved !== null))
  return (
    <div className={isKnown ? 'empty:hidden' : 'empty:hidden print:hidden'}>
      <DecisionOutcomes />
    </div>
  )
}

/** The answer's full text. A text shortened in transit is fetched, so that printouts are complete. */
function useAnswerText({ answers: [first], ending }: Outcome): string {
  const cut = first?.cut ?? null
  const { text, onRest } = useWhole(first?.text ?? ending?.summary ?? '', cut)
  const asked = useRef<number | null>(null)
  useEffect(() => {
    if (asked.current !== cut) onRest?.()
    asked.current = cut
  })
  return text
}
