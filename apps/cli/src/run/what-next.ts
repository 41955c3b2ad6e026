import { askLine, cleanLine, isStopped, missingSeats, modeViewOf, resultsOf, type Session } from '@convene/domain'
import { shortId, shownId, waitingIn } from '@convene/host'
import { followUpQuestions, verdictOf } from '@convene/reading'
import { asStarted } from '../terminal/as-started.ts'
import { shellWord } from '../terminal/shell-word.ts'
import type { Style } from '../terminal/style.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What the user can do with an idle session, as commands to copy. */
export function whatNext(state: Session): readonly (readonly [string, string])[] {
  const id = shortId(state.id)
  const show = ['show again', `convene sessions show ${id}`] as const
  switch (state.run?.phase) {
    case 'completed':
      return [...waitingFor(state), ...reviewing(state), ...asking(state), show]
    case 'cancelled':
    case 'failed':
      return [
        ...missing(state),
        ...repeating(state),
        ...reviewing(state),
        ...(hasResult(state) ? asking(state) : comparing(state)),
        show,
      ]
    default:
      return [
        ...waitingFor(state),
        ...paused(state),
        ['resume', `convene resume ${id}`],
        ['stop', `convene stop ${id}`],
      ]
  }
}

/** What was built is kept, undone or commented on there. */
const reviewing = ({ id, run }: Session): readonly (readonly [string, string])[] =>
  run && (modeViewOf(run).plan?.steps.length ?? 0) > 0 ? [['review the change', `convene review ${shortId(id)}`]] : []

/** What can be done with a result, all of it or not. */
const asking = (state: Session): readonly (readonly [string, string])[] => [
  ...choosing(state),
  ...comparing(state),
  ['ask a follow-up', `convene ask ${shortId(state.id)} "${followUpFor(state)}"`],
]

const hasResult = (state: Session): boolean =>
  state.run?.phase === 'cancelled' && !isStopped(state) && resultsOf(state, state.run).length > 0

/** Members that gave no answer can be asked again, without repeating the rest. */
const missing = (state: Session): readonly (readonly [string, string])[] =>
  (state.run ? missingSeats(state.run) : []).map(({ slug, name }) => [
    `ask ${cleanLine(name)} again`,
    `convene ask ${shortId(state.id)} --to ${slug} ${goalWord(state)}`,
  ])

/** A stopped run can continue from there. Any other can only be repeated. */
function repeating(state: Session): readonly (readonly [string, string])[] {
  const id = shortId(state.id)
  const again = `convene run ${goalWord(state)} --session ${id}`
  if (!isStopped(state)) return [['try again', again]]
  return [
    ['continue from here', `convene resume ${id} --fork`],
    ['start again', again],
  ]
}

const LONGEST_GOAL = 60

/** The goal, if it is short enough for a command to copy. */
function goalWord({ run, goal }: Session): string {
  const text = run?.goal ?? goal
  return text.length > LONGEST_GOAL || text !== cleanLine(text) ? '"…"' : shellWord(text)
}

/** After a vote there is a question that is always worth asking. */
const followUpFor = ({ run }: Session): string => (verdictOf(run)?.vote ? followUpQuestions[0].question : '…')

/** A run repeated with one change exists to be compared. */
const comparing = ({ id, forked }: Session): readonly (readonly [string, string])[] =>
  forked?.change ? [['compare', `convene sessions diff ${shortId(forked.from)} ${shortId(id)}`]] : []

/** Several answers are equal until the user picks one. */
const choosing = (state: Session): readonly (readonly [string, string])[] =>
  state.run && state.picked === null && resultsOf(state, state.run).length > 1
    ? [['pick an answer', `convene pick ${shortId(state.id)} ${resultsOf(state, state.run)[0]?.id}`]]
    : []

const paused = ({ id, run }: Session): readonly (readonly [string, string])[] =>
  (run?.pausedAgents ?? []).map((agent) => [
    `${cleanLine(agent)} is paused`,
    `convene resume ${shortId(id)} --agent ${agent}`,
  ])

/** How to answer what the run is waiting for, from any terminal. */
function waitingFor(state: Session): readonly (readonly [string, string])[] {
  const [waiting, ...others] = waitingIn(state)
  if (!waiting) return []
  const first = waiting.pending
  const all = others.length > 0 ? ([[`${others.length} more`, 'convene approvals']] as const) : []
  if (first.kind === 'vote') return [['vote', `convene vote ${shortId(state.id)} ${first.decision.id} 1|2…`], ...all]
  if (first.kind === 'question' && first.question.gate !== null) {
    const id = shortId(state.id)
    // The version shown above the command: a later one must be read before it is approved.
    const gate = `--gate ${first.id}`
    return [
      ['approve', `convene approve ${id} ${gate}`],
      ...(first.question.grants.length > 0 ? ([['approve, ask', `convene approve ${id} ${gate} --ask`]] as const) : []),
      ['edit', `convene approve ${id} ${gate} --edit FILE`],
      ['send back', `convene reject ${id} ${gate} "…"`],
      ...all,
    ]
  }
  if (first.kind === 'question') return [['answer', `convene answer ${shortId(state.id)} "…"`], ...all]
  const command = `convene approvals answer ${shownId(waiting)} once|session|always|deny`
  return [[`${cleanLine(first.ask.chain.at(-1) ?? '')} asks`, askLine(first.ask)], ['answer', command], ...all]
}

type As = Pick<Terminal, 'command' | 'canAsk' | 'out'>

/** The same as lines, with commands written the way Convene was started. */
export function whatNextLines(state: Session, style: Style, as: As): readonly string[] {
  const chat = as.canAsk && as.out.isTerminal ? ([['keep talking', `convene chat ${shortId(state.id)}`]] as const) : []
  const rows = [...whatNext(state), ...chat].map(([what, command]) => [what, asStarted(as, command)] as const)
  const widest = Math.max(...rows.map(([what]) => what.length))
  return rows.map(([what, command]) => `  ${style.dim(what.padEnd(widest))}  ${command}`)
}
