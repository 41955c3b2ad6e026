import type { ToolOutput } from '@convene/engine'
import type { Tool } from '@convene/tools'
import { z } from 'zod'
import type { Compiler } from '../thread/compiler.ts'
import type { EdgeReport } from '../thread/compiler-thread.ts'
import { inspectPath, scriptOf } from './workspace-path.ts'

const Input = z.strictObject({
  path: z.string().min(1).describe('A TypeScript or JavaScript file.'),
  function: z.string().min(1).max(200).optional().describe('Only this function. Use "Class.method" for a method.'),
})
type Input = z.infer<typeof Input>

/** Paths and boundary conditions the code does not handle. */
export function edgeCasesTool(compiler: Compiler): Tool<Input> {
  return {
    name: 'edge_cases',
    description:
      'Lists unhandled paths and boundary conditions in a TypeScript or JavaScript file or function, by line: missing values, empty lists and texts, zero, negative, NaN, overflow, indexes, unhandled rejections, missing awaits, unhandled cases of unions and switches, swallowed exceptions, dates, Unicode, regular expressions, recursion, changed arguments.',
    input: Input,
    permission: 'edge_cases',
    readOnly: true,
    reaches: ['files'],
    timeoutMs: 180_000,
    inspect: async ({ path }, context) => inspectPath('edge_cases', path, context),
    run: async (input, context, signal) => {
      const place = await scriptOf('edge_cases', input.path, context)
      if (!place.ok) return { ok: false, output: place.refusal.message }
      const unit = input.function === undefined ? {} : { unit: input.function }
      const reply = await compiler.findEdges({ root: context.workspace, path: place.value.real, ...unit }, signal)
      return reply.ok ? say(reply.answer, place.value.inside, input.function) : { ok: false, output: reply.why }
    },
  }
}

function say({ edges, units }: EdgeReport, path: string, only: string | undefined): ToolOutput {
  if (only !== undefined && !isThere(units, only)) return { ok: false, output: noSuchFunction(path, only, units) }
  const where = only === undefined ? path : `${only} in ${path}`
  if (edges.length === 0) return { ok: true, output: `No unhandled edge cases found in ${where}.` }
  const lines = edges.map(
    ({ line, column, unit, kind, message }) => `${path}:${line}:${column} ${unit} ${kind}: ${message}`,
  )
  return { ok: true, output: [`${edges.length} in ${where}:`, ...lines].join('\n') }
}

const isThere = (units: readonly string[], name: string): boolean =>
  units.some((unit) => unit === name || unit.endsWith(`.${name}`))

const MAX_NAMES = 40

const noSuchFunction = (path: string, name: string, units: readonly string[]): string =>
  `No function "${name}" in ${path}. Functions: ${units.slice(1, MAX_NAMES).join(', ') || 'none'}.`
