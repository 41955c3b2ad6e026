import { basisText, type Chance, countText, isUnlikely, type OptionVotes, type VoteView } from '@convene/domain'
import { type RunVerdict, verdictParts } from '@convene/reading'
import type { ReactNode } from 'react'
import { useSpeaker } from '../session/view/use-session.ts'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { optionStyle } from '../ui/option-style.ts'
import type { Outcome } from './outcome/outcome.ts'

/** The vote, the vote before the debate, who changed, and the cost: the same numbers as in lists and exports. */
export function VerdictStrip({ outcome }: { readonly outcome: Outcome }) {
  const { verdict } = outcome
  if (!verdict) return null
  const { vote, steps } = verdict
  if (!vote && !steps)
    return (
      <p className="numeric text-muted">
        <span className="sr-only">Verdict: </span>
        {verdictParts(verdict).join(' · ')}
      </p>
    )
  return (
    <dl
      aria-label={`Verdict: ${verdictParts(verdict).join(' · ')}`}
      className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line break-inside-avoid print:rounded-none"
    >
      {vote && <VoteCells vote={vote} outcome={outcome} />}
      {steps && (
        <Cell
          value={`${steps.accepted} of ${steps.all}`}
          label={
            [steps.proof, steps.unaccepted].filter((part) => part !== '').join(' · ') ||
            (steps.all === 1 ? 'step done' : 'steps done')
          }
        >
          <Done share={steps.accepted / steps.all} />
        </Cell>
      )}
      <Cell value={verdict.cost} label={tookText(verdict)} />
    </dl>
  )
}

const tookText = ({ time, models }: RunVerdict): string =>
  [time, ...(models > 0 ? [countText(models, 'model')] : [])].join(' · ')

function VoteCells({ vote, outcome }: { readonly vote: VoteView; readonly outcome: Outcome }) {
  const { counts, chance, changed } = vote
  const ratio = (pick: (each: OptionVotes) => number) => counts.map(pick).join(' : ')
  const isSplit = counts.length > 1
  const hasVotes = counts.some(({ votes }) => votes > 0)
  const drawn = outcome.tally?.majority.map((each) => each.option) ?? []
  const shares = (pick: (each: OptionVotes) => number) =>
    new Map(counts.map((each, index) => [drawn.length > 0 ? drawn.indexOf(each.option) : index, pick(each)]))
  return (
    <>
      <Cell
        value={isSplit && hasVotes ? ratio(({ votes }) => votes) : countText(counts[0]?.votes ?? 0, 'vote')}
        label={votedText(vote, outcome.tally?.blind === null)}
      >
        <Bar shares={shares(({ votes }) => votes)} />
      </Cell>
      {chance && <Cell value={`${Math.round(chance.right * 100)} %`} label={chanceLabel(chance)} />}
      {isSplit && counts.some(({ blind }) => blind > 0) && (
        <Cell value={ratio(({ blind }) => blind)} label="blind vote">
          <Bar shares={shares(({ blind }) => blind)} />
        </Cell>
      )}
      {changed.length > 0 && (
        <Cell value={`${changed.length} changed`} label={<Changed agents={changed} outcome={outcome} />} />
      )}
    </>
  )
}

function chanceLabel({ right, basis, isClose }: Chance): string {
  const doubts = [isUnlikely(right) ? 'unlikely' : '', isClose ? 'close' : '']
  return [`likely right, ${basisText(basis)}`, ...doubts].filter((part) => part !== '').join(' · ')
}

/** `isBlind`: the only vote was before anyone had heard the others. */
function votedText({ option, byHead, counts, voters }: VoteView, isBlind: boolean): string {
  if (option === null) return 'undecided'
  if (byHead) return 'decided by the Head'
  if (counts.length > 1) return isBlind ? 'blind vote' : 'secret ballot'
  return (counts[0]?.votes ?? 0) < voters ? `of ${countText(voters, 'panelist')}` : 'unanimous'
}

function Cell(props: { readonly value: string; readonly label: ReactNode; readonly children?: ReactNode }) {
  return (
    <div className="flex min-w-fit flex-[1_1_120px] flex-col gap-0.5 bg-surface px-4 py-3">
      <dt className="order-2 w-0 min-w-full text-sm text-muted">{props.label}</dt>
      <dd className="numeric order-1 text-lg font-semibold whitespace-nowrap">{props.value}</dd>
      <dd aria-hidden className="order-3 empty:hidden">
        {props.children}
      </dd>
    </div>
  )
}

function Done({ share }: { readonly share: number }) {
  return (
    <span className="mt-1 flex h-1.5 w-full overflow-hidden rounded-full bg-hover">
      <span className="h-full bg-good" style={{ width: `${share * 100}%` }} />
    </span>
  )
}

/** Shares of a whole, each in the colour of its option. */
function Bar({ shares }: { readonly shares: ReadonlyMap<number, number> }) {
  return (
    <span className="mt-1 flex h-1.5 w-full gap-px overflow-hidden rounded-full bg-hover">
      {[...shares].map(([place, share]) => (
        <span
          key={place}
          style={{ ...optionStyle(place), flexGrow: share }}
          className="agent h-full bg-(--agent-ink)"
        />
      ))}
    </span>
  )
}

/** Who changed their mind, and the message that convinced them. */
function Changed({ agents, outcome }: { readonly agents: readonly string[]; readonly outcome: Outcome }) {
  return agents.map((agent, index) => (
    <span key={agent}>
      {index > 0 && ', '}
      <Who slug={agent} outcome={outcome} />
    </span>
  ))
}

function Who({ slug, outcome }: { readonly slug: string; readonly outcome: Outcome }) {
  const { name } = useSpeaker(slug)
  const because = outcome.positions.findLast(({ agent, changed }) => agent === slug && changed)?.because ?? ''
  const cited = /\bm\d{1,9}\b/u.exec(because)?.[0]
  return (
    <>
      {name}
      {cited && (
        <>
          {' because of '}
          <span className="inline-block">
            <Markdown text={`[${cited}]`} />
          </span>
        </>
      )}
    </>
  )
}
