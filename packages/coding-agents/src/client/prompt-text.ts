import { AGENT_STEP, type ContextLine, type ModelRequest } from '@convene/domain'
import { lineList } from './lines.ts'

/** What an agent reads after a turn that the log does not know about. */
const INTERRUPTED =
  'Your last turn was interrupted. Some of it may be done already: look first, and do nothing twice. This is what was asked:'

/** Everything, for a new session: the agent's instructions, the conversation so far, and the request. */
export function wholePrompt({ system, lines }: Pick<ModelRequest, 'system' | 'lines'>): string {
  const all = lineList(lines)
  const start = all.findLastIndex(({ role }) => role === 'assistant') + 1
  const before = all.slice(0, start)
  const results = all.slice(start).filter(({ role }) => role === 'tool')
  const asked = textOf(all.slice(start))
  const story = [...before, ...results].map(told).filter((text) => text !== '')
  const past = story.length === 0 ? [] : ['# The conversation so far', ...story, '# What is asked now']
  return [system, ...past, asked || 'Continue.'].join('\n\n')
}

/** Only what is new, for a session that has the rest. */
export function newPrompt(fresh: readonly ContextLine[], wasInterrupted: boolean): string {
  const text = textOf(fresh)
  return wasInterrupted ? `${INTERRUPTED}\n\n${text || 'Continue.'}` : text
}

/**
 * For an agent that was waiting for an answer when its process ended. It has to ask again, since it is unknown what it
 * did.
 */
export function resumedPrompt(fresh: readonly ContextLine[], before: ContextLine | undefined): string {
  const steps = before?.role === 'assistant' ? before.calls : []
  const answers = fresh.flatMap((line) => {
    if (line.role !== 'tool') return []
    if (line.tool !== AGENT_STEP) return [lateResult(line)]
    const title = callTitle(steps.find(({ id }) => id === line.call)?.input)
    return [line.ok ? `${title} was allowed.` : `${title} was not allowed: ${line.output}`]
  })
  const text = textOf(fresh)
  return [
    'You were interrupted while you waited for an answer.',
    ...answers,
    'Look at what is done already, then continue.',
    ...(text ? [text] : []),
  ].join('\n\n')
}

/** A result that its agent did not wait for, worded so that it does not call again. */
export const lateResult = ({ tool, output }: Extract<ContextLine, { role: 'tool' }>): string =>
  `Your call of ${tool} was carried out. Do not call it again for this. Its result:\n\n${output}`

export const callTitle = (input: unknown): string => {
  const { title } = (typeof input === 'object' && input !== null ? input : {}) as { readonly title?: unknown }
  return typeof title === 'string' ? `“${title}”` : 'Your step'
}

/** What the user and the team say in these lines. */
const textOf = (lines: readonly ContextLine[]): string =>
  lines.flatMap((line) => (line.role === 'user' ? [withPictures(line)] : [])).join('\n\n')

const withPictures = ({ text, images = [] }: Extract<ContextLine, { role: 'user' }>): string =>
  images.length === 0 ? text : `${text}\n\n(${images.length} attached images cannot be shown to you.)`

function told(line: ContextLine): string {
  if (line.role === 'user') return `Asked:\n${line.text}`
  if (line.role === 'assistant') return line.text.trim() === '' ? '' : `You answered:\n${line.text}`
  return line.tool === AGENT_STEP ? (line.ok ? '' : `You were not allowed a step: ${line.output}`) : line.output
}
