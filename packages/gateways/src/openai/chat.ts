import { type Result, refuse } from '@convene/domain'
import { z } from 'zod'
import { ApiMessage, goalOfMessages, Metadata, readAs, refuseTools } from './conversation.ts'
import type { ApiRequest, Dialect } from './dialect.ts'
import type { AnsweredTeam } from './team-answer.ts'

/** A chat completion request. Fields that a team has no use for, such as a temperature, are ignored. */
const ChatRequest = z.object({
  model: z.string().max(200),
  messages: z.array(ApiMessage).min(1).max(2_000),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  tool_choice: z.unknown().optional(),
  metadata: Metadata,
  n: z.number().nullish(),
})

type Chat = ApiRequest & { readonly wantsUsage: boolean }

/** `/v1/chat/completions`. Progress is streamed as reasoning. */
export const chatDialect: Dialect<Chat> = {
  read: (body) => {
    const request = readAs(ChatRequest, body)
    return request.ok ? asked(request.value) : request
  },
  whole: ({ model }, { session }, answered) => ({
    ...headOf('chat.completion', model, session, answered.about),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answered.text, refusal: null },
        logprobs: null,
        finish_reason: finishOf(answered),
      },
    ],
    usage: usageOf(answered),
  }),
  stream: ({ model, wantsUsage }, { session }) => {
    const head = headOf('chat.completion.chunk', model, session)
    const delta = (part: object, finish: string | null = null) => ({
      ...head,
      choices: [{ index: 0, delta: part, finish_reason: finish }],
    })
    return {
      begin: (send) => send(delta({ role: 'assistant', content: '' })),
      sentence: (send, text) => send(delta({ reasoning_content: `${text}\n` })),
      end: (send, answered) => {
        if (!answered.ok) return send({ error: { ...answered.refusal, type: 'server_error' } })
        send(delta({ content: answered.value.text }))
        const ended = headOf('chat.completion.chunk', model, session, answered.value.about)
        send({ ...delta({}, finishOf(answered.value)), metadata: ended.metadata })
        if (wantsUsage) send({ ...ended, choices: [], usage: usageOf(answered.value) })
      },
      closing: 'data: [DONE]\n\n',
    }
  },
}

function asked(request: z.infer<typeof ChatRequest>): Result<Chat> {
  const { model, messages, metadata, tool_choice, n, stream, stream_options } = request
  const tools = refuseTools(tool_choice)
  if (!tools.ok) return tools
  if (typeof n === 'number' && n > 1) return refuse('bad_request', 'A team gives one answer. Leave n out.')
  const session = metadata?.session
  const goal = goalOfMessages(messages, session !== undefined)
  if (!goal.ok) return goal
  const wantsUsage = stream_options?.include_usage ?? false
  return { ok: true, value: { model, goal: goal.value, session, stream: stream ?? false, wantsUsage } }
}

const finishOf = ({ isCut }: AnsweredTeam): string => (isCut ? 'length' : 'stop')

const usageOf = ({ input, output }: AnsweredTeam) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
})

const headOf = (object: string, model: string, session: string, about: AnsweredTeam['about'] = {}) => ({
  id: `chatcmpl-${session}`,
  object,
  created: Math.floor(Date.now() / 1_000),
  model,
  metadata: { session, ...about },
})
