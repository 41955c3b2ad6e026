import { cleanLine, type Event } from '@convene/domain'

const LONGEST = 200

/** One event as a row: its number, its time, what it is, whose it is, and what it says. */
export function timelineRow(event: Event): readonly string[] {
  const time = new Date(event.at).toISOString().slice(11, 23)
  return [`${event.seq}`, time, event.type, cleanLine(event.agent ?? ''), cleanLine(gistOf(event)).slice(0, LONGEST)]
}

function gistOf(event: Event): string {
  switch (event.type) {
    case 'session.created':
      return event.data.goal
    case 'run.started':
      return `${event.data.mode}, ${event.data.team.name}`
    case 'run.state':
      return `${event.data.from} → ${event.data.to} (${event.data.trigger})`
    case 'run.finished':
      return `${event.data.state}: ${event.data.reason}`
    case 'message':
      return `${event.id} ${event.data.text}`
    case 'agent.status':
      return event.data.status
    case 'task.assigned':
      return event.data.description
    case 'task.finished':
      return event.data.ok ? event.data.report : (event.data.error?.message ?? 'failed')
    case 'tool.called':
      return `${event.data.tool}: ${event.data.resources.map(({ target }) => target).join(', ')}`
    case 'tool.finished':
      return `${event.data.ok ? '✓' : '✗'} ${event.data.output}`
    case 'permission.asked':
      return `${event.data.tool} ${event.data.resource} (${event.data.rule})`
    case 'permission.answered':
      return `${event.data.answer} by ${event.data.by}${event.data.reason ? `: ${event.data.reason}` : ''}`
    case 'question.asked':
      return event.data.question
    case 'question.answered':
      return event.data.answer
    case 'artifact':
      return event.data.title
    case 'usage':
      return `${event.data.model}: ${event.data.input} in, ${event.data.output} out`
    default:
      return decisionGist(event)
  }
}

function decisionGist(event: Event): string {
  switch (event.type) {
    case 'decision.proposed':
      return `${event.data.topic} (${event.data.options.join(' | ')})`
    case 'decision.voted':
      return event.data.option === '' ? `${event.data.voter} has voted` : `${event.data.voter}: ${event.data.option}`
    case 'decision.committed':
      return `${event.data.option} (${event.data.how}): ${event.data.rationale}`
    default:
      return briefly(event.data)
  }
}

/** The values of the data, where no better words are known. */
function briefly(data: object): string {
  return Object.entries(data)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
