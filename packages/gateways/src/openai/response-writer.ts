import type { Result } from '@convene/domain'
import type { Writer } from './dialect.ts'
import type { AnsweredTeam, TeamAnswer } from './team-answer.ts'

type Send = (value: object) => void

/** The events of a streamed response: one reasoning item with progress, then the message. */
export function responseWriter(head: object, answer: TeamAnswer): Writer {
  let number = 0
  let summary = ''
  const item = { type: 'reasoning', id: `rs_${answer.session}_${answer.number}` }
  const numbered = (send: Send) => (type: string, value: object) => {
    send({ type, sequence_number: number, ...value })
    number += 1
  }
  const at = { item_id: item.id, output_index: 0, summary_index: 0 }
  return {
    begin: (send) => {
      const tell = numbered(send)
      const response = { ...head, status: 'in_progress' }
      tell('response.created', { response })
      tell('response.in_progress', { response })
      tell('response.output_item.added', { output_index: 0, item: { ...item, summary: [] } })
      tell('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } })
    },
    sentence: (send, text) => {
      summary += `${text}\n`
      numbered(send)('response.reasoning_summary_text.delta', { ...at, delta: `${text}\n` })
    },
    end: (send, answered) => {
      const tell = numbered(send)
      const part = { type: 'summary_text', text: summary }
      const done = { ...item, summary: [part] }
      tell('response.reasoning_summary_text.done', { ...at, text: summary })
      tell('response.reasoning_summary_part.done', { ...at, part })
      tell('response.output_item.done', { output_index: 0, item: done })
      tellAnswer(tell, { head, answer, answered, before: done })
    },
    closing: '',
  }
}

type Ending = {
  readonly head: object
  readonly answer: TeamAnswer
  readonly answered: Result<AnsweredTeam>
  readonly before: object
}

function tellAnswer(tell: (type: string, value: object) => void, { head, answer, answered, before }: Ending): void {
  if (!answered.ok) {
    const { code, message } = answered.refusal
    tell('response.failed', { response: { ...head, status: 'failed', output: [before], error: { code, message } } })
    return
  }
  const { text } = answered.value
  const message = responseMessage(answer, text)
  const at = { item_id: message.id, output_index: 1, content_index: 0 }
  const empty = { type: 'output_text', text: '', annotations: [] }
  const item = { ...message, status: 'in_progress', content: [] }
  tell('response.output_item.added', { output_index: 1, item })
  tell('response.content_part.added', { ...at, part: empty })
  tell('response.output_text.delta', { ...at, delta: text, logprobs: [] })
  tell('response.output_text.done', { ...at, text, logprobs: [] })
  tell('response.content_part.done', { ...at, part: { ...empty, text } })
  tell('response.output_item.done', { output_index: 1, item: message })
  const ended = { ...head, ...responseEnd(answer, answered.value) }
  const response = { ...ended, output: [before, message], usage: responseUsage(answered.value) }
  tell(`response.${ended.status}`, { response })
}

/** How a response ended: `incomplete` if a limit cut it short. */
export const responseEnd = ({ session }: TeamAnswer, { isCut, about }: AnsweredTeam) => ({
  status: isCut ? 'incomplete' : 'completed',
  incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
  metadata: { session, ...about },
})

export const responseMessage = ({ session, number }: TeamAnswer, text: string) => ({
  type: 'message',
  id: `msg_${session}_${number}`,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})

export const responseUsage = ({ input, output }: AnsweredTeam) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
})
