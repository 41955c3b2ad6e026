/**
 * What the program requests from the editor: models and tools. The calls are the same whether the program runs in the
 * editor's process or in a separate one.
 */
export const editorPaths = {
  models: '/editor/models',
  stream: '/editor/stream',
  tools: '/editor/tools',
  invoke: '/editor/invoke',
} as const

/** Calls only the editor makes to the program, in addition to the shared API. */
export const programPaths = {
  stream: '/program/stream',
} as const

/** An editor tool that agents may use. */
export type EditorTool = { readonly name: string; readonly description: string; readonly input: object }

/** A call to an editor tool. `session` identifies the chat it is made for. */
export type Invocation = { readonly session: string; readonly tool: string; readonly input: unknown }

export type Invoked = { readonly ok: boolean; readonly output: string }

/** A stream of values, one JSON object per line. */
export function streamLines<T>(values: AsyncIterable<T>): Response {
  const encoder = new TextEncoder()
  const iterator = values[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/jsonl' } })
}

/** Reads a stream of JSON lines, value by value. */
export async function* valuesOf<T>(response: Response): AsyncGenerator<T> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as T
  }
}
