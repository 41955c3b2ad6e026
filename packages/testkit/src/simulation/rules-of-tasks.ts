import type { Event, EventOf } from '@convene/domain'
import type { Ledger } from './ledger.ts'
import type { Rule } from './rule.ts'

const DEEPEST = 5
/** Facts that say that a task continues. */
const going: readonly string[] = [
  'task.nudged',
  'effect.started',
  'tool.called',
  'permission.asked',
  'question.asked',
  'compaction',
]

/** What must hold for tasks that delegate, report and ask. */
export const rulesOfTasks: readonly Rule[] = [
  { invariant: 'a task has an open parent and its own call', broken: badAssignment },
  { invariant: 'no work is delegated in circles or too deep', broken: badChain },
  { invariant: 'a task ends once', broken: badEnd },
  { invariant: 'a delegate ends with its report', broken: badReport },
  { invariant: 'a background report is heard', broken: unheardReport },
  { invariant: 'a question is asked and answered once', broken: badQuestion },
  { invariant: 'a user with a seat answers before anybody else in a blind round or a ballot', broken: lateTurn },
  { invariant: 'an agent makes at most 60 calls per minute', broken: tooMany },
  { invariant: 'an agent that repeats itself is checked', broken: unaskedLoop },
  {
    invariant: 'a closed task does nothing',
    broken: ({ tasks }, event) =>
      going.includes(event.type) && event.task !== undefined && !tasks.open.has(event.task)
        ? `${event.type} for ${event.task}, which is not open`
        : undefined,
  },
  {
    invariant: 'an ask says for whom',
    broken: ({ tasks }, event) =>
      event.type === 'permission.asked' && `${event.data.chain}` !== `${tasks.all.get(event.task ?? '')?.chain}`
        ? `${event.data.ask} names ${event.data.chain}`
        : undefined,
  },
  {
    invariant: 'a run settles',
    broken: (_ledger, event) =>
      event.type === 'error' && event.data.code === 'does_not_settle' ? event.data.message : undefined,
  },
]

function badAssignment({ tasks }: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.assigned') return undefined
  const { via, call, to } = event.data
  if (tasks.all.has(event.task ?? '')) return `${event.task} was assigned twice`
  if (!via) return undefined
  const isOfRun = via === 'decision' && !event.parent?.includes('/')
  if (!isOfRun && !tasks.open.has(event.parent ?? ''))
    return `${event.task} works for ${event.parent}, which is not open`
  if (via === 'compaction' || via === 'summary' || via === 'decision') return undefined
  const asked = tasks.callOf(event.parent, call)
  if (asked?.tool !== via) return `${event.task} was made by ${via}, and ${call} is ${asked?.tool}`
  const named = (asked.input as { readonly agentName?: unknown }).agentName
  return named === to ? undefined : `${event.task} went to ${to}, and ${call} names ${named}`
}

function badChain({ tasks, run }: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.assigned' || event.data.via !== 'delegateWork') return undefined
  const caller = tasks.all.get(event.parent ?? '')
  const deepest = Number(run?.data.settings.mode.maxDepth ?? DEEPEST)
  if (caller?.chain.includes(event.data.to)) return `${caller.chain.join(' → ')} → ${event.data.to}`
  return (caller?.depth ?? 0) + 1 > deepest ? `${event.task} is deeper than ${deepest}` : undefined
}

function badEnd({ tasks }: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.finished' || tasks.open.has(event.task ?? '')) return undefined
  return `${event.task} ended, and was not open`
}

const isComplete = ({ data }: EventOf<'task.finished'>): boolean => data.ok && !data.incomplete

/** The report in the task's last reply, if that was how it ended. */
function reportOf({ tasks }: Ledger, task: string | undefined): unknown {
  const call = tasks.replies.get(task ?? '')?.data.calls.find(({ tool, invalid }) => tool === 'reportOut' && !invalid)
  return (call?.input as { readonly report?: unknown } | undefined)?.report
}

function badReport(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.finished' || !isComplete(event)) return undefined
  if (ledger.tasks.all.get(event.task ?? '')?.via !== 'delegateWork') return undefined
  const report = reportOf(ledger, event.task)
  return report === event.data.report ? undefined : `${event.task} ended complete, and its reportOut says ${report}`
}

/** An agent that ends with `reportOut` has chosen to end. All others receive the reports of background tasks. */
function unheardReport(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.finished' || !isComplete(event) || reportOf(ledger, event.task) !== undefined)
    return undefined
  const { all, open, unheard } = ledger.tasks
  const missed = [...all.values()].filter(
    ({ id, parent, background }) => background && parent === event.task && (open.has(id) || unheard.has(id)),
  )
  return missed.length > 0 ? `${event.task} ended without ${missed.map(({ id }) => id)}` : undefined
}

/** The user, the user's answers given in advance, and the code that answers if the user cannot be asked. */
/** Anyone asked earlier in the same round could have answered already, and the user would see it. */
function lateTurn({ tasks }: Ledger, event: Event): string | undefined {
  if (event.type !== 'question.asked' || !event.data.turn) return undefined
  const [round] = /^\d+\/(?:round1\/|panel\d+\/ballot:)/.exec(event.task ?? '') ?? []
  if (round === undefined) return undefined
  const other = [...tasks.all.keys()].find((id) => id.startsWith(round) && !id.startsWith(`${round}user`))
  return other && `${event.task} is asked after ${other}`
}

const ANSWERERS: readonly string[] = ['person', 'given', 'approved in advance', 'convene']

function badQuestion({ tasks }: Ledger, event: Event): string | undefined {
  if (event.type === 'question.asked') {
    const { id } = event.data
    return tasks.questions.has(id) || tasks.answeredQuestions.has(id) ? `${id} was asked twice` : undefined
  }
  if (event.type !== 'question.answered') return undefined
  const { id, by } = event.data
  if (!tasks.questions.has(id)) return `${id} is answered, and nothing asks it`
  return ANSWERERS.includes(by) ? undefined : `${id} was answered by ${by}`
}

function tooMany({ tasks }: Ledger, event: Event): string | undefined {
  if (event.type !== 'effect.started' || event.data.kind !== 'tool') return undefined
  const since = tasks.startTimes.get(event.agent ?? '')?.at(-60)
  return since !== undefined && Math.abs(event.at - since) < 60_000 ? `${event.agent} started 61 calls` : undefined
}

/** The same call in three replies, with nothing in between. */
function unaskedLoop({ tasks, answered }: Ledger, event: Event): string | undefined {
  if (event.type !== 'effect.started' || event.data.kind !== 'tool') return undefined
  const { call = '' } = event.data
  const wanted = tasks.callOf(event.task, call)
  const signature = wanted ? `${wanted.tool} ${JSON.stringify(wanted.input)}` : ''
  const before = (tasks.toolStarts.get(event.task ?? '') ?? []).slice(-2)
  const replies = new Set([...before.map((start) => start.call), call].map((id) => id.split('-')[0]))
  const repeats = replies.size === 3 && before.every((start) => start.signature === signature)
  return repeats && !answered.has(`${event.task}/${call}/ask` as never) ? `${call} ran ${signature} again` : undefined
}
