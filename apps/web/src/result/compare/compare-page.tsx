import { countText, shortId, UNNAMED } from '@convene/domain'
import type { ListedSessionRow, Me } from '@convene/protocol'
import { type ComparedRun, effectText, runState, type SessionComparison } from '@convene/reading'
import { Columns2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { useSessionList } from '../../connection/session-list.ts'
import { useCall } from '../../connection/use-call.ts'
import { useMe } from '../../people/me.ts'
import { waitingForMe } from '../../people/rights.ts'
import { ChoiceField } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { wordsOfCode } from '../../ui/text/words.ts'
import { ComparedDecisions, ComparedFiles, ComparedSteps } from './compared.tsx'
import { ComparedAnswers, ComparedTotals, RunHeads } from './compared-runs.tsx'
import { ComparedPositions, ComparedSeats } from './compared-seats.tsx'
import type { SideNames } from './side-table.tsx'

/** Two sessions side by side: what was changed, answers, positions, seats, cost, decisions, steps and files. */
export function ComparePage({ a, b }: { readonly a?: string; readonly b?: string }) {
  const { rows } = useSessionList('', 'all')
  const [, navigate] = useLocation()
  // Active runs are compared again when they end.
  const phases = [a, b].map((side) => rows.find(({ id }) => id === side)?.phase ?? '').join('/')
  const key = [a, b, phases].join('/')
  const { value, refusal } = useCall((client) => (a && b ? client.compareSessions({ a, b }) : null), key)
  return (
    <Screen wide title="Compare" back={a ? { href: `/session/${a}/result`, label: 'Back to the result' } : back}>
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <Side label="First session" value={a} rows={rows} onChange={(id) => navigate(`/compare/${id}/${b ?? ''}`)} />
        <Side
          label="Second session"
          value={b}
          rows={rows.filter(({ id }) => id !== a)}
          onChange={(id) => navigate(`/compare/${a ?? id}/${id}`)}
        />
      </div>
      {refusal && (
        <Notice tone="bad" title={refusal.message}>
          Nothing was changed. Choose another session.
        </Notice>
      )}
      {!b && (
        <Empty
          icon={Columns2}
          title="Choose a second session"
          text="Fork a session with one thing changed, and compare the outcomes here."
        />
      )}
      {value && <Compared comparison={value} rows={rows} />}
    </Screen>
  )
}

const back = { href: '/', label: 'Back to start' }

function Compared({
  comparison,
  rows,
}: {
  readonly comparison: SessionComparison
  readonly rows: readonly ListedSessionRow[]
}) {
  const me = useMe()
  const { runs, change, shared } = comparison
  const [a, b] = [runs.a, runs.b].map((run) => run && withLiveState(run, me, rows)) as [typeof runs.a, typeof runs.b]
  const names = namesOf(comparison)
  const effect = effectText(runs)
  return (
    <>
      {(change || effect) && (
        <Notice title={change ? `One change: ${oneLine(change.text)}` : oneLine(effect)}>
          {change && (oneLine(effect) || 'Everything else is the same.')}
        </Notice>
      )}
      <div className="flex flex-col gap-3">
        <RunHeads a={a} b={b} names={names} />
        {shared > 0 && (
          <p className="text-muted">Both share the first {countText(shared, 'event')}, which are billed once.</p>
        )}
      </div>
      {a && b && (
        <>
          <ComparedAnswers a={a} b={b} names={names} />
          <ComparedPositions a={a} b={b} names={names} />
          <ComparedSeats a={a} b={b} names={names} />
          <ComparedTotals a={a} b={b} names={names} />
        </>
      )}
      <ComparedDecisions decisions={comparison.decisions} />
      <ComparedSteps steps={comparison.steps} />
      <ComparedFiles files={comparison.files} />
    </>
  )
}

/** The run's live state from the session list, which also knows whom a request is for. */
function withLiveState(run: ComparedRun, me: Me | null, rows: readonly ListedSessionRow[]): ComparedRun {
  const row = rows.find(({ id }) => id === run.id)
  if (!row) return run
  const { phase, reason, interrupted = false } = row
  return { ...run, phase, reason, interrupted, waiting: waitingForMe(me, row) }
}

/** A changed fork is named after its change, next to its original. */
function namesOf({ change }: SessionComparison): SideNames {
  if (!change) return ['First session', 'Second session']
  const changed = `Changed: ${oneLine(change.text)}`
  return change.side === 'b' ? ['Original', changed] : [changed, 'Original']
}

function Side(props: {
  readonly label: string
  readonly value: string | undefined
  readonly rows: readonly ListedSessionRow[]
  readonly onChange: (id: string) => void
}) {
  const me = useMe()
  const options = props.rows.map((row) => ({
    value: row.id,
    label: oneLine(row.title || row.goal),
    note: noteOf(row, me),
  }))
  const chosen = props.rows.find(({ id }) => id === props.value)
  return (
    <ChoiceField
      label={props.label}
      value={props.value ?? ''}
      options={options}
      hint={chosen && noteOf(chosen, me)}
      onChange={props.onChange}
    />
  )
}

const noteOf = (row: ListedSessionRow, me: Me | null): string =>
  [
    wordsOfCode(row.mode),
    row.team === UNNAMED ? '' : row.team,
    runState({ ...row, interrupted: row.interrupted, waiting: waitingForMe(me, row) }).word.toLowerCase(),
    shortId(row.id),
  ]
    .filter(Boolean)
    .join(', ')
