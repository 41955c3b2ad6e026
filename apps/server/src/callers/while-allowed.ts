const BEAT_MS = 15_000

/** Ends a streamed response once its caller has lost access: a stream can outlive a token or a role. */
export function whileAllowed(response: Response, isAllowed: () => Promise<boolean>, beatMs = BEAT_MS): Response {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response
  const reader = response.body.getReader()
  let beat: NodeJS.Timeout | undefined
  let isOver = false
  const end = () => {
    isOver = true
    clearInterval(beat)
  }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      beat = setInterval(async () => {
        // If the database does not answer, the next beat asks again.
        if (isOver || (await isAllowed().catch(() => true)) || isOver) return
        end()
        controller.close()
        await reader.cancel().catch(() => undefined)
      }, beatMs).unref()
    },
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (isOver) return
      if (!done) return controller.enqueue(value)
      end()
      controller.close()
    },
    cancel: (reason) => {
      end()
      return reader.cancel(reason)
    },
  })
  return new Response(body, response)
}
