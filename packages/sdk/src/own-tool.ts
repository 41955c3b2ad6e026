import type { Tool } from '@convene/tools'
import type { ToolDefinition } from './types.ts'

/** The tool as the program knows it. Rules name it by its own name. */
export function toolOf<Input>({ name, description, input, readOnly = false, run }: ToolDefinition<Input>): Tool<Input> {
  return {
    name,
    description,
    input,
    permission: name,
    readOnly,
    // Nobody knows what third-party code can touch, so limits on files and hosts assume everything.
    reaches: readOnly ? [] : 'everything',
    inspect: async (value) => [{ permission: name, target: JSON.stringify(value) ?? '' }],
    run: async (value, _context, signal) => {
      try {
        return { ok: true, output: await run(value, signal as AbortSignal) }
      } catch (error) {
        return { ok: false, output: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}
