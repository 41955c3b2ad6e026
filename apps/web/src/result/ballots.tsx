import type { PanelReading, Tally } from '@convene/domain'
import { howText } from '@convene/reading'
import { Vote } from 'lucide-react'
import { useSpeaker } from '../session/view/use-session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Section } from '../ui/screen.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { classes } from '../ui/theme/classes.ts'
import type { Outcome } from './outcome/outcome.ts'

/** The opened ballots: all counts side by side, then who voted for what and why. */
export function Ballots({ outcome }: { readonly outcome: Outcome }) {
  const { tally, ballots, decision, how, isRehearsal, compared } = outcome
  if (!tally || ballots.length === 0) return null
  const open = isRehearsal ? 'A rehearsal decides nothing' : 'Undecided'
  const result = how === null ? open : `Decided ${howText(how)}`
  return (
    <Section title="Ballots" hint={`Secret until all votes were in. ${result}.`}>
      <Counts tally={tally} decision={decision} />
      {compared.length > 0 && (
        <ul aria-label="Compared with" className="flex flex-col gap-1 text-sm text-muted">
          {compared.map((line) => (
            <li key={line} className="wrap-anywhere">
              {oneLine(line)}
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Votes" className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
        {ballots.map((ballot) => (
          <OneBallot key={ballot.voter} ballot={ballot} isDissent={decision !== null && ballot.option !== decision} />
        ))}
      </ul>
    </Section>
  )
}

function Counts({ tally, decision }: { readonly tally: Tally; readonly decision: string | null }) {
  const isAlone = !tally.blind && !tally.pooled
  const ways = [
    { name: isAlone ? 'Votes' : 'Plain', count: tally.majority },
    ...(tally.blind ? [{ name: 'Blind', count: tally.blind }] : []),
    ...(tally.pooled ? [{ name: 'All rounds', count: tally.pooled }] : []),
  ]
  return (
    <ScrollArea label="Counts" className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className={classes(cell, 'text-left font-normal')}>
              Option
            </th>
            {ways.map(({ name }) => (
              <th key={name} scope="col" className={classes(cell, 'text-left font-normal tablet:w-32')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tally.majority.map(({ option }, row) => (
            <tr key={option} className="border-b border-line last:border-0">
              <th
                scope="row"
                className={classes(
                  cell,
                  'text-left wrap-anywhere tablet:min-w-40',
                  option === decision ? 'font-semibold' : 'font-normal',
                )}
              >
                <Markdown text={option} />
              </th>
              {ways.map(({ name, count }) => (
                <Points key={name} count={count} row={row} isWinner={option === decision} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** On a phone, all counts fit side by side: nobody would look for a hidden one. */
const cell = 'px-4 py-2 max-tablet:px-2 max-tablet:first:pl-3 max-tablet:last:pr-3'

function Points(props: { readonly count: Tally['majority']; readonly row: number; readonly isWinner: boolean }) {
  const points = props.count[props.row]?.points ?? 0
  const most = Math.max(1, ...props.count.map((each) => each.points))
  return (
    <td className={cell}>
      <span className="flex items-center gap-2 max-tablet:flex-col max-tablet:items-start max-tablet:gap-1">
        <span className="numeric text-right tablet:w-8">{points}</span>
        <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-hover max-tablet:w-12">
          <span
            className={classes('block h-full rounded-full', props.isWinner ? 'bg-good' : 'bg-line-strong')}
            style={{ width: `${(points / most) * 100}%` }}
          />
        </span>
      </span>
    </td>
  )
}

function OneBallot(props: { readonly ballot: PanelReading['ballots'][number]; readonly isDissent: boolean }) {
  const { voter, option, confidence, reason, veto } = props.ballot
  const speaker = useSpeaker(voter)
  return (
    <li className="flex items-start gap-3 p-4">
      <Avatar {...speaker} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{speaker.name}</span>
          <Vote aria-label="voted for" size={14} className="text-muted" />
          <Markdown text={option} />
          {confidence !== null && <span className="numeric text-sm text-muted">{confidence} % sure</span>}
          {props.isDissent && <Badge tone="warning">Dissent</Badge>}
          {veto && <Badge tone="bad">Veto</Badge>}
        </div>
        {reason && (
          <div className="text-muted">
            <Markdown text={reason} />
          </div>
        )}
        {veto && (
          <div className="mt-1 border-l-2 border-bad pl-3">
            <Markdown text={veto} />
          </div>
        )}
      </div>
    </li>
  )
}
