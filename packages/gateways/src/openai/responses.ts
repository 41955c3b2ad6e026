import { type Result, refuse } from '@convene/domain'
import { z } from 'zod'
import { ApiMessage, goalOfMessages, Metadata, readAs, refuseTools } from './conversation.ts'
import type { ApiRequest, Dialect } from './dialect.ts'
import { responseEnd, responseMessage, responseUsage, responseWriter } from './response-writer.ts'
import type { TeamAnswer } from './team-answer.ts'

/** A response request. Items without text, such as earlier reasoning, are left out. */
const ResponseRequest = z.object({
  model: z.string().max(200),
  input: z.union([z.string(), z.array(z.looseObject({ role: z.string().optional() })).max(2_000)]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().max(200).nullish(),
  stream: z.boolean().nullish(),
  tool_choice: z.unknown().optional(),
  metadata: Metadata,
  background: z.boolean().nullish(),
})

/** `/v1/responses`. A request that names a previous response continues its session. */
export const responses: Dialect = {
  read: (body) => {
    const request = readAs(ResponseRequest, body)
    return request.ok ? asked(request.value) : request
  },
  whole: (request, answer, answered) => ({
    ...headOf(request, answer),
    ...responseEnd(answer, answered),
    output: [responseMessage(answer, answered.text)],
    usage: responseUsage(answered),
  }),
  stream: (request, answer) => responseWriter(headOf(request, answer), answer),
}

function asked(request: z.infer<typeof ResponseRequest>): Result<ApiRequest> {
  const { model, input, instructions, previous_response_id, stream, tool_choice, metadata, background } = request
  const tools = refuseTools(tool_choice)
  if (!tools.ok) return tools
  if (background) return refuse('bad_request', 'Leave background out, and use stream for long answers.')
  const before = previous_response_id ? /^resp_(\w+?)_\d+$/u.exec(previous_response_id)?.[1] : metadata?.session
  if (previous_response_id && before === undefined)
    return refuse('session_not_found', `No response "${previous_response_id}".`)
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input.filter(({ role }) => role)
  const said = readAs(z.array(ApiMessage), instructions ? [{ role: 'system', content: instructions }, ...items] : items)
  const goal = said.ok ? goalOfMessages(said.value, before !== undefined) : said
  if (!goal.ok) return goal
  return { ok: true, value: { model, goal: goal.value, session: before, stream: stream ?? false } }
}

const headOf = ({ model }: ApiRequest, { session, number }: TeamAnswer) => ({
  id: `resp_${session}_${number}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1_000),
  model,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: { session },
  output: [] as object[],
  parallel_tool_calls: false,
  temperature: null,
  tool_choice: 'none',
  tools: [],
  top_p: null,
})
