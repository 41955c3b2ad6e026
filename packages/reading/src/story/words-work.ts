import { type EventOf, grantsOf, plainOutput, spelledLine, wantedText } from '@convene/domain'
import type { StoryWords } from './cast.ts'
import { brief, byText, detailed, does, full, type Line, logged } from './line.ts'
import { artifactText, scopeText, verbs } from './vocabulary.ts'

/** Tools, files, and what the user is asked. */
export const workWords = {
  'tool.called': ({ agent = '', data }, { workspace }) =>
    logged(`${data.tool} ${targetText(workspace, data)}`.trim(), { who: agent }),
  'tool.finished': ({ agent = '', data }) =>
    data.ok
      ? logged('Done', { who: agent, body: plainOutput(data.output) })
      : detailed('A tool call failed', { who: agent, tone: 'bad', body: plainOutput(data.output) }),
  'permission.asked': ({ agent, data }) =>
    brief(`asks to use ${data.tool}`, {
      ...does(agent ?? data.chain.at(-1) ?? ''),
      tone: 'asked',
      body: spelledLine(wantedText(data)),
    }),
  'permission.answered': permitted,
  'question.asked': ({ agent = '', data }) =>
    data.turn
      ? brief('Your turn', { tone: 'asked' })
      : brief(agent === '' ? '' : verbs.asks, { ...does(agent), tone: 'asked', body: data.question }),
  'question.answered': answered,
  artifact: ({ agent = '', data }) =>
    data.kind === 'diff' ? logged(data.title, { who: agent }) : full(artifactText(data), { who: agent }),
  'artifact.reverted': () => detailed('A change was reverted'),
} satisfies Partial<StoryWords>

function permitted(event: EventOf<'permission.answered'>): Line {
  const { answer, by, reason = '', pattern } = event.data
  if (answer !== 'deny') return brief(`${scopeText(answer, pattern)}${byText(event)}`, { tone: 'good' })
  const who = event.person || by === 'user' ? byText(event) : ` by ${by}`
  return brief(`${scopeText(answer)}${who}`, { tone: 'bad', body: reason })
}

/** At a gate the answer is an approval. The text is then the edit or the reason. */
function answered(event: EventOf<'question.answered'>): Line {
  const { answer, text = '', askEachStep, turn } = event.data
  const by = byText(event)
  // A message shows the answer itself.
  if (turn) return logged(by ? `Answered${by}` : 'You answered')
  if (answer === 'reject') return brief(`Sent back${by}`, { tone: 'warning', body: text })
  if (answer !== 'approve') return brief(`Answered${by}`, { body: answer })
  if (text !== '')
    return brief(by ? `Approved with changes${by}` : 'Approved with your changes', { tone: 'good', body: text })
  return brief(askEachStep ? `Approved${by}. Every step asks before each change.` : `Approved${by}`, { tone: 'good' })
}

/** The answer with every rule that it grants, which only the ask knows. */
export function withGrants(
  event: EventOf<'permission.answered'>,
  ask: Parameters<typeof grantsOf>[0] | undefined,
): EventOf<'permission.answered'> {
  const { pattern } = event.data
  if (pattern === undefined || !ask) return event
  return { ...event, data: { ...event.data, pattern: grantsOf(ask, pattern).map(spelledLine).join(', ') } }
}

const LONGEST = 300

/** What a call is about: the command line, else what it touches. */
export function targetText(workspace: string, { tool, input, resources }: EventOf<'tool.called'>['data']): string {
  const { command } = (input ?? {}) as { readonly command?: unknown }
  if (tool === 'bash' && typeof command === 'string') return spelledLine(command.slice(0, LONGEST))
  const targets = [...new Set(resources.map(({ target }) => target.replace(`${workspace}/`, '')))]
  const rest = targets.length > 2 ? ` and ${targets.length - 2} more` : ''
  return spelledLine(`${targets.slice(0, 2).join(', ')}${rest}`.slice(0, LONGEST))
}
