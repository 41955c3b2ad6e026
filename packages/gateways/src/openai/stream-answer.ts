import type { Writer } from './dialect.ts'
import type { TeamAnswer } from './team-answer.ts'

/** A team may be silent for minutes, and proxies close idle connections. */
const KEEP_ALIVE_MS = 10_000

/** An answer as server-sent events. The team stops if the reader disconnects. */
export function streamAnswer({ result, stop, listen }: TeamAnswer, writer: Writer): Response {
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      const send = (value: object) => write(`${eventOf(value)}data: ${JSON.stringify(value)}\n\n`)
      timer = setInterval(() => write(': still working\n\n'), KEEP_ALIVE_MS)
      try {
        writer.begin(send)
        listen((sentence) => {
          if (!isOver) writer.sentence(send, sentence)
        })
        writer.end(send, await result)
        write(writer.closing)
        controller.close()
      } catch {
        // The reader has disconnected.
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

const eventOf = (value: { readonly type?: unknown }): string =>
  typeof value.type === 'string' ? `event: ${value.type}\n` : ''
