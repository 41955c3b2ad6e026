import type { ChatRequest } from './chat-request.ts'
import type { Answered, TeamAnswer } from './team-answer.ts'

/** A team may say nothing for minutes, and proxies close silent connections. */
const KEEP_ALIVE_MS = 10_000

const usageOf = ({ input, output }: Answered) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
})

const headOf = (object: string, model: string, session: string) => ({
  id: `chatcmpl-${session}`,
  object,
  created: Math.floor(Date.now() / 1_000),
  model,
})

/** The whole answer at once. */
export function completed({ model }: ChatRequest, session: string, answered: Answered): Response {
  const message = { role: 'assistant', content: answered.text, refusal: null }
  return Response.json({
    ...headOf('chat.completion', model, session),
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: usageOf(answered),
  })
}

/** What happens as reasoning while the team works, then its answer. A reader that goes away stops the team. */
export function streamed(request: ChatRequest, { session, result, stop, listen }: TeamAnswer): Response {
  const encoder = new TextEncoder()
  const head = headOf('chat.completion.chunk', request.model, session)
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      const send = (value: object) => write(`data: ${JSON.stringify(value)}\n\n`)
      const delta = (part: object, finish: string | null = null) =>
        send({ ...head, choices: [{ index: 0, delta: part, finish_reason: finish }] })
      timer = setInterval(() => write(': still working\n\n'), KEEP_ALIVE_MS)
      try {
        delta({ role: 'assistant', content: '' })
        listen((sentence) => {
          if (!isOver) delta({ reasoning_content: `${sentence}\n` })
        })
        const answered = await result
        if (answered.ok) {
          delta({ content: answered.value.text })
          delta({}, 'stop')
          if (request.stream_options?.include_usage) send({ ...head, choices: [], usage: usageOf(answered.value) })
        } else send({ error: { ...answered.refusal, type: 'server_error' } })
        write('data: [DONE]\n\n')
        controller.close()
      } catch {
        // The reader is gone.
      } finally {
        isOver = true
        clearInterval(timer)
      }
    },
    cancel: async () => {
      isOver = true
      clearInterval(timer)
      await stop()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}
