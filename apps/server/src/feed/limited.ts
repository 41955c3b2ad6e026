/** The same bytes until the time is over. Its client then reconnects, and is looked at again. */
export function limited(stream: ReadableStream<Uint8Array>, ms: number): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const end = () => {
    isOver = true
    clearTimeout(timer)
    return reader.cancel()
  }
  return new ReadableStream(
    {
      start(controller) {
        timer = setTimeout(() => {
          void end()
          controller.close()
        }, ms)
        timer.unref()
      },
      async pull(controller) {
        const { done, value } = await reader.read()
        if (isOver) return
        if (!done) return controller.enqueue(value)
        await end()
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  )
}
