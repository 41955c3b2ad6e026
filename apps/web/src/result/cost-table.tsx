import {
  callsText,
  costRangeText,
  countText,
  followUpSpend,
  minutesText,
  priceParts,
  type Run,
  type Spend,
  seatsOf,
  timesIn,
  timesText,
  tokensOf,
  tokensText,
} from '@convene/domain'
import { Link } from 'wouter'
import { useSpeaker } from '../session/view/use-session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Section } from '../ui/screen.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { classes } from '../ui/theme/classes.ts'

/** What the run used, by agent. */
export function CostTable({ run }: { readonly run: Run | null }) {
  if (!run) return null
  const rows = Object.entries(run.spentBy).toSorted(([, one], [, other]) => tokensOf(other) - tokensOf(one))
  return (
    <Section title="Cost" hint={hintOf(run)}>
      {rows.length > 0 && <Table run={run} rows={rows} />}
      {run.spent.unpriced > 0 && <NoPrice run={run} />}
    </Section>
  )
}

/** Said once, below the known numbers. */
function NoPrice({ run }: { readonly run: Run }) {
  const models = [...new Set(seatsOf(run.team).map(({ model }) => model))].filter(
    (model) => model !== '' && !run.settings.models[model]?.price,
  )
  return (
    <p className="text-sm text-muted">
      No price known{models.length > 0 && ` for ${models.map(oneLine).join(', ')}`}
      <span className="print:hidden">
        {' · '}
        <Link href="/settings/models" className="text-accent-ink underline underline-offset-2">
          Set one
        </Link>
      </span>
    </p>
  )
}

type Rows = readonly (readonly [string, Spend])[]

function Table({ run, rows }: { readonly run: Run; readonly rows: Rows }) {
  return (
    <ScrollArea label="Cost by agent" className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {['Agent', 'Calls', 'Read', 'Written', 'Cost'].map((name, index) => (
              <th
                key={name}
                scope="col"
                className={classes(cell, index === 0 ? 'text-left' : 'text-right', 'font-normal')}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([agent, spend]) => (
            <Row key={agent} agent={agent} spend={spend} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className={classes(cell, 'text-left')}>
              Together
            </th>
            <Numbers spend={run.spent} />
          </tr>
        </tfoot>
      </table>
    </ScrollArea>
  )
}

/** The run's totals and estimate. Follow-up calls are labelled and included in the table. */
function hintOf(run: Run): string {
  const { finished, estimate } = run
  const later = followUpSpend(run)
  return [
    ...(finished ? [`${totalsOf(finished.totals).join(' · ')}.`] : []),
    `Estimated: ${estimateOf(estimate).join(' · ')}.`,
    ...(later
      ? [`The table includes ${[countText(later.calls, 'call'), ...priceParts(later)].join(', ')} for follow-ups.`]
      : []),
  ].join(' ')
}

const totalsOf = (totals: NonNullable<Run['finished']>['totals']): readonly string[] => [
  countText(totals.calls, 'call'),
  `${tokensText(tokensOf(totals))} tokens`,
  ...priceParts(totals),
  timesText(timesIn(totals)),
]

const estimateOf = (estimate: Run['estimate']): readonly string[] => [
  callsText(estimate),
  ...(estimate.costUsd === null ? [] : [costRangeText(estimate)]),
  minutesText(estimate),
]

/** On a phone, all columns fit side by side: nobody would look for a hidden one. */
const cell = 'px-4 py-2 max-tablet:px-1 max-tablet:text-sm max-tablet:first:pl-3 max-tablet:last:pr-3'

function Row({ agent, spend }: { readonly agent: string; readonly spend: Spend }) {
  const speaker = useSpeaker(agent)
  return (
    <tr className="border-b border-line">
      <th scope="row" className={classes(cell, 'text-left font-normal')}>
        <span className="flex items-center gap-2 tablet:whitespace-nowrap">
          <Avatar {...speaker} size="small" />
          {speaker.name}
        </span>
      </th>
      <Numbers spend={spend} />
    </tr>
  )
}

function Numbers({ spend }: { readonly spend: Spend }) {
  const numbers = {
    calls: String(spend.calls),
    read: tokensText(spend.input),
    written: tokensText(spend.output),
    cost: priceParts(spend)[0] ?? '–',
  }
  return Object.entries(numbers).map(([column, text]) => (
    <td key={column} className={classes(cell, 'numeric text-right tablet:whitespace-nowrap')}>
      {text}
    </td>
  ))
}
