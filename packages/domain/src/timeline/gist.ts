import type { Event, EventOf } from '../event/event.ts'
import { outcomeText } from '../state/decision.ts'

/** What an event says, in a few words. */
export function gistOf(event: Event): string {
  const tell = gists[event.type] as ((event: Event) => string) | undefined
  return tell ? tell(event) : briefly(event.data)
}

type Gists = { readonly [T in Event['type']]?: (event: EventOf<T>) => string }

const reasoned = (text: string, reason: string | undefined): string => (reason ? `${text}: ${reason}` : text)

const gists: Gists = {
  'session.created': ({ data }) => data.goal,
  'session.forked': ({ data }) => `forked from ${data.from} at ${data.at}`,
  'run.started': ({ data }) => `${data.mode}, ${data.team.name}`,
  'run.state': ({ data }) => `${data.from} → ${data.to} (${data.trigger})`,
  'run.finished': ({ data }) => `${data.state}: ${data.reason}`,
  message: ({ id, data }) => `${id} ${data.text}`,
  picked: ({ data }) => `${data.message} is the answer that counts`,
  'agent.paused': () => 'paused by the user; the others go on',
  'agent.resumed': () => 'resumed by the user',
  'agent.status': ({ data }) => data.status,
  'task.assigned': ({ data }) => `${data.heading}: ${data.description}`,
  'task.nudged': ({ data }) => data.text,
  'task.finished': ({ data }) => (data.ok ? data.report : (data.error?.message ?? 'failed')),
  'tool.called': ({ data }) => `${data.tool}: ${data.resources.map(({ target }) => target).join(', ')}`,
  'tool.finished': ({ data }) => `${data.ok ? '✓' : '✗'} ${data.output}`,
  'permission.asked': ({ data }) => `${data.tool} ${data.resource} (${data.rule})`,
  'permission.answered': ({ data }) => reasoned(`${data.answer} by ${data.by}`, data.reason),
  'question.asked': ({ data }) => data.question,
  'question.answered': ({ data }) => reasoned(`${data.answer} by ${data.by}`, data.text),
  artifact: ({ data }) => `${data.kind}: ${data.title}`,
  usage: ({ data }) => `${data.model}: ${data.input} in, ${data.output} out`,
  'team.formed': ({ data }) => data.members.join(', ') || 'nobody',
  'plan.drafted': ({ data }) => `version ${data.version} by ${data.by}: ${stepsText(data.steps)}`,
  'plan.reviewed': ({ data }) => `${data.by}: ${data.verdict}`,
  'plan.committed': ({ data }) => `version ${data.version}: ${stepsText(data.steps)}`,
  'step.state': ({ data }) =>
    reasoned(`${data.from} → ${data.to}, ${data.owner}, attempt ${data.attempt}`, data.reason),
  handoff: ({ data }) => reasoned(`${data.from} → ${data.to}, ${data.state}`, data.reason),
  snapshot: ({ data }) => {
    const commit = data.commit ? ` (commit ${data.commit.slice(0, 10)})` : ''
    return `${data.label}${commit}${data.files?.length ? `: ${data.files.join(', ')}` : ''}`
  },
  'decision.proposed': ({ data }) => `${data.topic} (${data.options.join(' | ')})`,
  'decision.voted': ({ data }) =>
    data.abstains
      ? `${data.voter} abstains`
      : data.option === ''
        ? `${data.voter} has voted`
        : `${data.voter}: ${data.option}`,
  'decision.committed': ({ data }) => `${outcomeText(data)}: ${data.rationale}`,
  warning: ({ data }) => data.message,
  error: ({ data }) => `${data.source}: ${data.message}`,
}

const stepsText = (steps: EventOf<'plan.committed'>['data']['steps']): string =>
  steps.map(({ id, owner }) => `${id} ${owner}`).join(', ')

/** The values of the data, where no better words are known. */
function briefly(data: object): string {
  return Object.entries(data)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
