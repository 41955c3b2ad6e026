import type { Tool } from '@convene/adapters/tools'
import { z } from 'zod'
import { type EditorTool, editorPaths, type Invocation, type Invoked } from './editor-side.ts'

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/**
 * The editor's tools, under our permissions like any other: `editor_<name>`, and `ask` unless a rule says otherwise. The
 * editor does not check what a model gives a tool, so the schema is checked here.
 */
export const editorTools = (tools: readonly EditorTool[], editor: Fetch): readonly Tool[] =>
  tools.map(({ name, description, input }): Tool => {
    const schema = schemaOf(input)
    return {
      name: `editor_${name}`,
      description,
      input: schema,
      permission: `editor_${name}`,
      readOnly: false,
      inspect: async () => [{ permission: `editor_${name}`, target: name }],
      run: async (given, { session }, signal) => {
        const invocation: Invocation = { session, tool: name, input: given }
        const body = JSON.stringify(invocation)
        const response = await editor(editorPaths.invoke, { method: 'POST', body, signal: signal as AbortSignal })
        return (await response.json()) as Invoked
      },
    }
  })

/** A schema that cannot be read lets any object through: the tool itself will say what it misses. */
function schemaOf(input: object): z.ZodType {
  try {
    return z.fromJSONSchema(input as never)
  } catch {
    return z.record(z.string(), z.unknown())
  }
}
