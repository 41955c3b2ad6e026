import { type Comparison, isUnnamed } from '@convene/domain'
import type { SessionRow } from '@convene/protocol'
import { Columns2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { useSessionList } from '../../connection/session-list.ts'
import { useAsked } from '../../connection/use-asked.ts'
import { ChoiceField } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { wordsOf } from '../../ui/text/words.ts'
import { ComparedDecisions, ComparedFiles, ComparedSteps, Outcomes } from './compared.tsx'

/** Two sessions side by side, such as forks: decisions, steps and changed files. */
export function ComparePage({ a, b }: { readonly a?: string; readonly b?: string }) {
  const { rows } = useSessionList('', 'all')
  const [, navigate] = useLocation()
  const { value, refusal } = useAsked((client) => (a && b ? client.compareSessions({ a, b }) : null), `${a}/${b}`)
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
          text="Fork a session, change a model or a member, run it, and compare the outcomes here."
        />
      )}
      {value && <Compared comparison={value} />}
    </Screen>
  )
}

const back = { href: '/', label: 'Back to start' }

function Compared({ comparison }: { readonly comparison: Comparison }) {
  const isSame = comparison.decisions.length + comparison.steps.length + comparison.files.length === 0
  return (
    <>
      <Outcomes comparison={comparison} />
      <ComparedDecisions decisions={comparison.decisions} />
      <ComparedSteps steps={comparison.steps} />
      <ComparedFiles files={comparison.files} />
      {isSame && (
        <Notice title="No decisions or changed files to compare">
          See the result pages for their answers, and above for what they used.
        </Notice>
      )}
    </>
  )
}

function Side(props: {
  readonly label: string
  readonly value: string | undefined
  readonly rows: readonly SessionRow[]
  readonly onChange: (id: string) => void
}) {
  const options = props.rows.map((row) => ({
    value: row.id,
    label: oneLine(row.title || row.goal),
    note: noteOf(row),
  }))
  const chosen = props.rows.find(({ id }) => id === props.value)
  return (
    <ChoiceField
      label={props.label}
      value={props.value ?? ''}
      options={options}
      hint={chosen && noteOf(chosen)}
      onChange={props.onChange}
    />
  )
}

const noteOf = ({ id, mode, team, phase }: SessionRow): string =>
  [wordsOf(mode), isUnnamed({ slug: team }) ? '' : team, wordsOf(phase).toLowerCase(), id.slice(-8)]
    .filter(Boolean)
    .join(', ')
