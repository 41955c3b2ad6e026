import {
  costText,
  type Event,
  modeViewOf,
  noLimits,
  noSpend,
  type PositionView,
  plainView,
  type Run,
  type Session,
  seatsOf,
  tokensText,
  withPlainMarks,
} from '@convene/domain'
import { artifactText, decisionsIn, howText, outcomeLine, type SessionDecision } from '@convene/reading'
import { fencedMarkdown, inlineMarkdown, table } from '../../markdown/nested.ts'

type Naming = (slug: string) => string

/** What was decided, how, by which votes, and who dissented. */
export function decisionSection(events: readonly Event[], nameOf: Naming): string {
  const decided = decisionsIn(events).map((decision) => decisionText(decision, nameOf))
  return decided.length === 0 ? '' : `## Decisions\n\n${decided.join('\n\n')}`
}

function decisionText({ topic, options, committed, resolved }: SessionDecision, nameOf: Naming): string {
  const head = `### ${inlineMarkdown(topic)}`
  if (!committed) return `${head}\n\nNot decided. Options: ${options.map(inlineMarkdown).join(' · ')}`
  const { option, how, votes, counts = [], rationale, dissent } = committed
  const against = dissent.map(
    ({ voter, option: other, reason }) =>
      `- Dissent: ${inlineMarkdown(nameOf(voter))}, for ${inlineMarkdown(other)}${reason === '' ? '' : `: ${inlineMarkdown(reason)}`}`,
  )
  return [
    head,
    how === 'undecided' ? '**Undecided.**' : `**${inlineMarkdown(option)}**, ${howText(how)}.`,
    resolved ? `Outcome: ${inlineMarkdown(outcomeLine(resolved))}` : '',
    rationale
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => `- ${inlineMarkdown(line)}`)
      .join('\n'),
    table(
      ['Option', 'Votes'],
      options.map((one) => [inlineMarkdown(one), `${votes[one] ?? 0}`]),
    ),
    [...counts.map((line) => `- ${inlineMarkdown(line)}`), ...against].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Who held which position in each round of the run. Changes are marked. */
export function positionSection(run: Run | null, nameOf: Naming): string {
  const { positions } = run ? modeViewOf(run) : noView
  if (positions.length === 0) return ''
  const rounds = [...new Set(positions.map(({ round }) => round))].toSorted((one, other) => one - other)
  const agents = [...new Set(positions.map(({ agent }) => agent))]
  const rows = agents.map((slug) => [
    inlineMarkdown(nameOf(slug)),
    ...rounds.map((now) => heldIn(positions.filter(({ agent, round }) => agent === slug && round === now))),
  ])
  return `## Positions\n\n${table(['', ...rounds.map((round) => `Round ${round}`)], rows)}`
}

function heldIn(positions: readonly PositionView[]): string {
  const last = positions.at(-1)
  return last ? `${last.changed ? '↻ ' : ''}${inlineMarkdown(last.position)}` : ''
}

/** A plan's steps in their final state. */
export function stepSection(run: Run | null, nameOf: Naming): string {
  const { plan } = run ? modeViewOf(run) : noView
  if (!plan?.committed) return ''
  const rows = plan.steps.map(({ id, owner, description, acceptance, state }) =>
    [id, nameOf(owner), description, acceptance, state].map(inlineMarkdown),
  )
  return `## Steps\n\n${table(['Step', 'Owner', 'What', 'Acceptance', 'State'], rows)}`
}

/** How the result of each iteration was evaluated. */
export function scoreSection(run: Run | null): string {
  const { scores } = run ? modeViewOf(run) : noView
  const rows = scores.map(({ iteration, score, rationale }) => [
    `${iteration}`,
    score.toFixed(2),
    inlineMarkdown(withPlainMarks(rationale)),
  ])
  return rows.length === 0 ? '' : `## Scores\n\n${table(['Iteration', 'Score', 'Why'], rows)}`
}

const noView = plainView({ turns: 0, limits: noLimits })

const LONGEST_DIFF = 20_000

/** Changes to files, newest last, with reverted ones marked. */
export function filesSection(events: readonly Event[], nameOf: Naming): string {
  const reverted = new Set(events.flatMap((event) => (event.type === 'artifact.reverted' ? [event.data.artifact] : [])))
  const changes = events.filter((event) => event.type === 'artifact' && event.data.kind === 'diff')
  const texts = changes.flatMap((event) => {
    if (event.type !== 'artifact') return []
    const { id, title, path, text = '' } = event.data
    const by = event.agent ? ` by ${inlineMarkdown(nameOf(event.agent))}` : ''
    const cut = text.length > LONGEST_DIFF ? `${text.slice(0, LONGEST_DIFF)}\n… cut` : text
    const head = `### ${inlineMarkdown(path ?? title)}${by}${reverted.has(id) ? ' (reverted)' : ''}`
    return [text === '' ? head : `${head}\n\n${fencedMarkdown(cut, 'diff')}`]
  })
  return texts.length === 0 ? '' : `## Files\n\n${texts.join('\n\n')}`
}

const others: readonly string[] = ['document', 'test', 'log']

/** Documents, test results and logs that the agents produced. */
export function madeSection(events: readonly Event[]): string {
  const rows = events.flatMap((event) => {
    if (event.type !== 'artifact' || !others.includes(event.data.kind)) return []
    return [`- ${inlineMarkdown(artifactText(event.data))}`]
  })
  return rows.length === 0 ? '' : `## Made\n\n${[...new Set(rows)].join('\n')}`
}

/** Who was in the newest run, with which model, and what each one used. */
export function teamSection({ run }: Session): string {
  if (!run) return ''
  const rows = seatsOf(run.team).map((seat) => {
    const spent = run.spentBy[seat.slug] ?? noSpend
    const tokens = tokensText(spent.input + spent.output)
    return [
      inlineMarkdown(seat.name),
      seat.seat,
      inlineMarkdown(seat.model) || '–',
      `${spent.calls}`,
      tokens,
      costText(spent),
    ]
  })
  return `## Team and cost\n\n${table(['Agent', 'Role', 'Model', 'Calls', 'Tokens', 'Cost'], rows)}`
}
