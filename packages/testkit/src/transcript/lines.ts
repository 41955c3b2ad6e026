import {
  type Event,
  type EventOf,
  estimateLine,
  headings,
  isFinal,
  type Limits,
  loopSentence,
  outcomeText,
  seatsOf,
  type TaskKind,
} from '@convene/domain'

/** What later lines need from earlier ones: a call's tool, the runs that have started, what the user said. */
export type EarlierLines = {
  readonly tools: Map<string, string>
  readonly runs: Set<string | undefined>
  readonly messages: Map<string | undefined, string>
  /** Decisions of the session. Decisions that a mode counts itself are reported by the mode. */
  readonly decisions: Set<string>
}

type Teller = { readonly [T in Event['type']]?: (event: EventOf<T>, said: EarlierLines) => string | undefined }

/** One event as one line, or nothing for bookkeeping. */
export function lineOf(event: Event, said: EarlierLines): string | undefined {
  const tell = tellers[event.type] as ((event: Event, said: EarlierLines) => string | undefined) | undefined
  return tell?.(event, said)
}

const tellers: Teller = {
  'run.started': ({ data, run }, { runs }) => {
    runs.add(run)
    return line('OPEN', `${data.goal}  [${data.mode}: ${seats(data)}${limits(data.limits)}]`)
  },
  'run.state': ({ data }) =>
    moves[data.trigger] ??
    (panelMoves.includes(data.trigger) && !isFinal(data.to)
      ? line('MOVE', `${data.to}${why(data.reason)}`)
      : undefined),
  'agent.paused': ({ agent }) => line('PAUSE', `${agent}`),
  'agent.resumed': ({ agent }) => line('RESUME', `${agent}`),
  'question.asked': ({ data }) => (data.call ? undefined : line(data.gate ? 'GATE' : 'ASKS', data.question)),
  'question.answered': ({ data }) => line('TOLD', `${data.answer}${why(data.text)}, by ${data.by}`),
  moderation: ({ data, agent }) =>
    data.action === 'approved' && data.reason === ''
      ? undefined
      : line('RULE', `${agent ? `${agent}: ` : ''}${data.action}, ${data.rule}: ${data.reason}`),
  position: ({ data, agent }) =>
    data.changed ? line('TURNS', `${agent}: ${data.flagged ? flagOf(data) : `because ${data.because}`}`) : undefined,
  // Discussions are as old as the panel: only a decision is news.
  'protocol.chosen': ({ data }) =>
    data.protocol === 'decide' ? line('HOW', `${data.protocol}, by the ${data.by}, ${data.rounds} rounds`) : undefined,
  'options.drawn': ({ data }) =>
    line('LIST', data.options.map(({ text, covers }) => `${text} [${covers.join(', ')}]`).join('; ') || 'nothing yet'),
  'estimate.pooled': ({ data }) => line('ESTIMATE', estimateLine(data)),
  'decision.committed': ({ data }, { decisions }) => {
    const why = decisions.has(data.decision) ? `: ${data.rationale}` : ''
    return line('DECIDE', `${outcomeText(data)}${why}`)
  },
  compaction: ({ data, task }) =>
    task || data.text === '' ? undefined : line('WINDOW', `moves to ${data.to}: ${data.text}`),
  'plan.committed': ({ data }) => line('COMMIT', data.steps.map(({ id, owner }) => `${id} ${owner}`).join(', ')),
  'step.state': ({ data }) => line('STEP', `${data.step} ${data.to}, ${data.owner}${why(data.reason)}`),
  handoff: ({ data }) => line('OFFER', `${data.step} to ${data.to}: ${data.state}${why(data.reason)}`),
  snapshot: ({ data }) => line('KEEP', data.label),
  'run.finished': ({ data }) => line('CLOSE', `${data.state}: ${data.reason}${verdictOf(data.summary)}`),
  'session.forked': ({ data }) => line('FORK', `from event ${data.seq}`),
  'session.updated': ({ data }) => (data.title === undefined ? undefined : line('TITLE', data.title)),
  message: ({ data, id, run, task }, { runs, messages }) => {
    messages.set(id, data.text)
    // The goal comes right before its run, and is in the opening line.
    if (data.role === 'user') return run && !task && !runs.has(run) ? undefined : line('USER', to(data.to, data.text))
    const cut = data.incomplete ? ' (incomplete)' : ''
    const word = words[data.kind]
    if (word === null) return undefined
    if (word) return line(word, `${data.author}${data.to ? ` to ${data.to}` : ''}: ${data.text}${cut}`)
    return line(data.role === 'system' ? 'NOTE' : 'SAY', `${data.author}: ${data.text}${cut}`)
  },
  'message.picked': ({ data }) => line('PICK', data.message),
  'task.assigned': ({ data }, { messages }) => {
    const heard = (data.takes ?? []).map((id) => messages.get(id)).join(' ')
    // A member's task is in the lead's assignment.
    if (spokenFor.includes(data.kind) && heard === '') return undefined
    if (data.kind === 'work' && data.request !== undefined && heard === '') return undefined
    if (data.kind !== 'respond')
      return line('TASK', `${data.to}: ${headings[data.kind]}${heard === '' ? '' : `: ${heard}`}`)
    return heard === '' ? undefined : line('HEAR', `${data.to}: ${heard}`)
  },
  evaluation: ({ data }) => line('SCORE', `${data.by}: ${data.score.toFixed(2)}, ${data.trend}: ${data.rationale}`),
  stall: ({ data }) => line('STALL', `${data.similarity.toFixed(2)} alike, ${data.consecutive} in a row`),
  artifact: ({ data }) => (data.kind === 'report' ? line('HAND', data.title) : undefined),
  'task.nudged': ({ data, agent }) => line('TELL', `${agent}: ${data.text}`),
  'model.replied': ({ data, task }, said) => {
    for (const call of data.calls) said.tools.set(`${task}/${call.id}`, call.tool)
    return undefined
  },
  'model.failed': ({ data, agent }) =>
    data.outcome === 'retry'
      ? line('RETRY', `${agent}: ${data.code}, again in ${seconds(data.waitMs ?? 0)}`)
      : undefined,
  'effect.lost': ({ data, task }) =>
    line(
      'LOST',
      data.uncertain
        ? `${agentOf(task)}: a call of the model, its spend uncertain`
        : `${agentOf(task)}: a call under way`,
    ),
  'effect.aborted': ({ agent, task }) => line('ABORT', `${agent ?? agentOf(task)}`),
  'tool.called': ({ data, agent }) =>
    line('CALL', `${agent}: ${data.tool} ${data.resources.map(({ target }) => target).join(', ')}`),
  'tool.finished': ({ data, agent, task }, { tools }) =>
    line(data.ok ? 'DONE' : 'ERROR', `${agent}: ${tools.get(`${task}/${data.call}`)}: ${data.output}`),
  'permission.asked': ({ data, agent }) => line('ASK', `${agent}: ${data.tool} ${data.resource} (${data.rule})`),
  'permission.answered': ({ data }) => line('ANSWER', `${data.answer}, by ${data.by}`),
  'decision.proposed': ({ data }, { decisions }) => {
    if (data.ballot) return undefined
    decisions.add(data.decision)
    return line('PUT', `${data.by}: ${data.topic}  [${data.options.join(' | ')}; ${data.eligible.join(', ')}]`)
  },
  'decision.voted': ({ data }, { decisions }) =>
    decisions.has(data.decision)
      ? line('VOTE', `${data.voter}: ${data.option || (data.abstains ? '(abstains)' : '(secret)')}`)
      : undefined,
  'limit.reached': ({ data }) => line('LIMIT', `${data.which}${data.exhausted ? ', exhausted' : ''}`),
  'clock.jumped': ({ data }) => line('CLOCK', `${data.ms > 0 ? '+' : ''}${seconds(data.ms)}`),
  warning: ({ data }) => line('WARN', data.message),
  error: ({ data }) => line('FAIL', `${data.source}: ${data.message}`),
}

/** Message kinds with their own word. An evaluation is reported by its event. */
const words: { readonly [kind: string]: string | null } = {
  plan: 'PLAN',
  assignment: 'GIVE',
  report: 'REPORT',
  synthesis: 'RESULT',
  clarification: 'CLARIFY',
  topic: 'TOPIC',
  final_position: 'FINAL',
  ballot: 'BALLOT',
  moderation: 'MODERATE',
  evaluation: null,
}

/** Headings whose answers imply the question. */
const spokenFor: readonly TaskKind[] = [
  'clarify',
  'topic',
  'contribute',
  'options',
  'estimate',
  'final_position',
  'synthesize',
  'converged',
  'next_speaker',
  'decide',
  'summarize',
]

/** Panel phases that users see. */
const panelMoves: readonly string[] = [
  'convergenceDetected',
  'timeout',
  'limitReached',
  'debateResumed',
  'userApproved',
  'userRejected',
]

const why = (reason: string | undefined): string => (reason ? `: ${reason}` : '')

const moves: { readonly [trigger: string]: string } = {
  userPaused: 'PAUSE',
  userResumed: 'RESUME',
  iterate: 'AGAIN',
  userCancelled: 'STOP',
  reset: 'RESET',
}

const flagOf = ({ because, move }: EventOf<'position'>['data']): string =>
  move === 'new' ? 'to what nobody argued for' : because === '' ? 'gives in without a reason' : 'without a new reason'

/** The first line of a summary, if it says how the run ended. */
function verdictOf(summary: string): string {
  const [first = ''] = summary.split('\n')
  const says = first === 'Stopped by the user.' || loopSentence({ mode: 'reflect' }, first) !== undefined
  return says ? `  (${first})` : ''
}

const line = (word: string, text: string): string => `${word.padEnd(6)} ${text}`
const to = (name: string | undefined, text: string): string => (name ? `(to ${name}) ${text}` : text)
const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`
const seats = ({ team }: EventOf<'run.started'>['data']): string =>
  seatsOf(team)
    .map(({ slug }) => slug)
    .join(', ')

/** The agent of a task whose events do not name it: the last part of a task's id is its agent. */
const agentOf = (task: string | undefined): string => task?.split('/').at(-1) ?? ''

function limits({ maxTurns, maxCalls, maxTotalTokens, maxCostUsd, maxDuration, maxToolCalls }: Limits): string {
  const caps = [
    maxTurns !== null && `${maxTurns} turns`,
    maxCalls !== null && `${maxCalls} calls`,
    maxTotalTokens !== null && `${maxTotalTokens} tokens`,
    maxCostUsd !== null && `$${maxCostUsd}`,
    maxDuration !== null && `${maxDuration} min`,
    maxToolCalls !== null && `${maxToolCalls} tool calls`,
  ].filter((cap) => cap !== false)
  return caps.length > 0 ? `; ${caps.join(', ')}` : ''
}
