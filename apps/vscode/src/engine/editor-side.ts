/**
 * What the program asks of the editor that shows it: its models and its tools. The same calls, whether the program runs in
 * the editor's process or in one of its own.
 */
export const editorPaths = {
  models: '/editor/models',
  stream: '/editor/stream',
  tools: '/editor/tools',
  invoke: '/editor/invoke',
} as const

/** What the editor asks of the program, beside the calls that every door has. */
export const programPaths = {
  stream: '/program/stream',
} as const

/** A tool of the editor, as agents may use it. */
export type EditorTool = { readonly name: string; readonly description: string; readonly input: object }

/** A call of an editor's tool; `session` leads to the chat on whose behalf it is made. */
export type Invocation = { readonly session: string; readonly tool: string; readonly input: unknown }

export type Invoked = { readonly ok: boolean; readonly output: string }

/** A stream of values, one JSON object a line. */
export function linesOf<T>(values: AsyncIterable<T>): Response {
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

/** The values of such a stream, as they come. */
export async function* valuesOf<T>(response: Response): AsyncGenerator<T> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as T
  }
}
