import { countText, spelled } from '@convene/domain'
import type { Tool } from '@convene/tools'
import { z } from 'zod'
import { type EditorTool, editorPaths, type Invocation, type Invoked } from './editor-side.ts'

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/**
 * The editor's tools, under our permissions like any other: `editor_<name>`, and `ask` unless a rule says otherwise.
 * The editor does not check what a model gives a tool, so the schema is checked here.
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
      reaches: 'everything',
      inspect: async (given) => [{ permission: `editor_${name}`, target: name, preview: previewOf(given) }],
      run: async (given, { session }, signal) => {
        const invocation: Invocation = { session, tool: name, input: given }
        const body = JSON.stringify(invocation)
        const response = await editor(editorPaths.invoke, { method: 'POST', body, signal: signal as AbortSignal })
        return (await response.json()) as Invoked
      },
    }
  })

/** Nobody reads more. The tool still gets the full input. */
const MOST_SHOWN = 200_000

/** The preview the user sees before agreeing, and how much of it is left out. */
function previewOf(given: unknown): string {
  const whole = spelled(JSON.stringify(given, null, 2))
  const left = whole.length - MOST_SHOWN
  return left > 0 ? `${whole.slice(0, MOST_SHOWN)}\n… ${countText(left, 'more character')} not shown` : whole
}

/** An unreadable schema accepts any object: the tool itself reports what is missing. */
function schemaOf(input: object): z.ZodType {
  try {
    return z.fromJSONSchema(input as never)
  } catch {
    return z.record(z.string(), z.unknown())
  }
}
