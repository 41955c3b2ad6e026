import { recordOf } from './message-stream.ts'

export type SpokenPart = { readonly type: 'text' | 'reasoning' | 'progress'; readonly text: string }

/** What an update shows to the user: text, reasoning, the title of a step, or just a sign of life. */
export function partOf(update: { readonly [key: string]: unknown }): SpokenPart | undefined {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return { type: 'text', text: textOf(update.content) }
    case 'agent_thought_chunk':
      return { type: 'reasoning', text: textOf(update.content) }
    case 'tool_call':
      return { type: 'reasoning', text: `\n▸ ${lineOf(update.title)}\n` }
    case 'plan':
      return { type: 'reasoning', text: planOf(update.entries) }
    case 'notice':
      return { type: 'reasoning', text: `\n${lineOf(update.message)}\n` }
    case 'user_message_chunk':
      return undefined
    default:
      return { type: 'progress', text: '' }
  }
}

const MOST_TITLE = 200

const lineOf = (text: unknown): string =>
  (typeof text === 'string' ? text : '').replace(/\s+/gu, ' ').trim().slice(0, MOST_TITLE)

function textOf(content: unknown): string {
  const { type, text } = recordOf(content)
  return type === 'text' && typeof text === 'string' ? text : ''
}

function planOf(entries: unknown): string {
  const rows = (Array.isArray(entries) ? entries : []).map(recordOf)
  const marks: { readonly [status: string]: string } = { completed: '✓', in_progress: '▸' }
  return rows.map(({ status, content }) => `\n${marks[String(status)] ?? '·'} ${lineOf(content)}`).join('')
}
