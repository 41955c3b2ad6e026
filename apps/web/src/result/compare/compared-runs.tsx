import { costText, durationText, tokensText } from '@convene/domain'
import { type ComparedRun, headlineParts, runState } from '@convene/reading'
import { useCallback } from 'react'
import { Link, useLocation } from 'wouter'
import { Badge } from '../../ui/badge.tsx'
import { GoToMessage } from '../../ui/markdown/citation.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Section } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { type SideNames, SideTable } from './side-table.tsx'

type Sides = { readonly a: ComparedRun | null; readonly b: ComparedRun | null; readonly names: SideNames }
type Both = { readonly a: ComparedRun; readonly b: ComparedRun; readonly names: SideNames }

/** Longer answers fade out. The result page has the full text. */
const LONG = 1_200

const twoColumns = 'grid grid-cols-2 gap-4 max-tablet:grid-cols-1'

/** For both runs: name, how it ended, decision and votes. */
export function RunHeads({ a, b, names }: Sides) {
  return (
    <div className={twoColumns}>
      <RunHead run={a} name={names[0]} />
      <RunHead run={b} name={names[1]} />
    </div>
  )
}

function RunHead({ run, name }: { readonly run: ComparedRun | null; readonly name: string }) {
  if (!run)
    return (
      <p className="rounded-lg border border-dashed border-line-strong p-4 text-muted">{name}: nothing has run yet</p>
    )
  const { word, tone } = runState(run)
  return (
    <article aria-label={name} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 wrap-anywhere text-muted">{name}</span>
        <Badge tone={tone}>{word}</Badge>
      </p>
      <h2 className="text-md font-semibold wrap-anywhere">
        <Link href={`/session/${run.id}/result`} className="hover:underline">
          {oneLine(run.title)}
        </Link>
      </h2>
      {run.headline && <p className="font-medium wrap-anywhere">{oneLine(headlineParts(run.headline).outcome)}</p>}
      {run.verdict.length > 0 && <p className="numeric text-muted">{run.verdict.join(' · ')}</p>}
    </article>
  )
}

/** Both sides' answers, as written. */
export function ComparedAnswers({ a, b, names }: Both) {
  if (a.answers.length + b.answers.length === 0) return null
  return (
    <Section title="Answers">
      <div className={twoColumns}>
        <Answers run={a} name={names[0]} />
        <Answers run={b} name={names[1]} />
      </div>
    </Section>
  )
}

function Answers({ run, name }: { readonly run: ComparedRun; readonly name: string }) {
  const [, navigate] = useLocation()
  const go = useCallback((message: string) => navigate(`/session/${run.id}/at/${message}`), [navigate, run.id])
  return (
    <div className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-surface p-4">
      <p className="text-sm text-muted">{name}</p>
      {run.answers.length === 0 && <p className="text-muted">No answer</p>}
      {run.answers.map((answer) => (
        <div key={answer.name} className="flex min-w-0 flex-col gap-1">
          {run.answers.length > 1 && <h3 className="font-medium">{oneLine(answer.name)}</h3>}
          <div className={classes(answer.text.length > LONG && 'fading-down max-h-96 overflow-hidden')}>
            <GoToMessage value={go}>
              <Markdown text={answer.text} />
            </GoToMessage>
          </div>
        </div>
      ))}
      <Link href={`/session/${run.id}/result`} className="text-sm text-accent-ink underline underline-offset-2">
        Read the result
      </Link>
    </div>
  )
}

/** Both sides' totals. Numbers always differ a little, so only the size of the difference is shown. */
export function ComparedTotals({ a, b, names }: Both) {
  const rows = [
    { key: 'Cost', of: (run: ComparedRun) => costText(run), value: (run: ComparedRun) => run.costUsd },
    { key: 'Time', of: (run: ComparedRun) => durationText(run.workedMs), value: (run: ComparedRun) => run.workedMs },
    { key: 'Model calls', of: (run: ComparedRun) => String(run.calls), value: (run: ComparedRun) => run.calls },
    { key: 'Tokens', of: (run: ComparedRun) => tokensText(run.tokens), value: (run: ComparedRun) => run.tokens },
  ].map(({ key, of, value }) => ({
    key,
    label: key,
    a: <span className="numeric">{of(a)}</span>,
    b: (
      <span className="numeric">
        {of(b)} <span className="text-muted">{distance(value(a), value(b))}</span>
      </span>
    ),
  }))
  return (
    <Section title="What it took">
      <SideTable label="What it took" names={names} rows={rows} />
    </Section>
  )
}

/** `+25 %`, `−40 %`, or empty if both are equal or there is nothing to compare with. */
function distance(before: number, after: number): string {
  const percent = before === 0 ? 0 : Math.round((after / before - 1) * 100)
  return percent === 0 ? '' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`
}
