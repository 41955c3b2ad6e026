import { countText } from '@convene/domain'
import type { ToolOutput } from '@convene/engine'
import type { Tool } from '@convene/tools'
import { z } from 'zod'
import type { CompilerDiagnosis } from '../compiler/diagnose.ts'
import type { Compiler } from '../thread/compiler.ts'
import { inspectPath, placeToAnalyze } from './workspace-path.ts'

const Input = z.strictObject({
  path: z
    .string()
    .min(1)
    .default('.')
    .describe('A TypeScript or JavaScript file, a tsconfig.json, or a folder (its whole project).'),
  limit: z.number().int().min(1).max(1_000).default(100).describe('The most diagnostics to show.'),
})
type Input = z.infer<typeof Input>

/** Compiler errors of a TypeScript or JavaScript project. Runs nothing in the project and writes nothing. */
export function diagnosticsTool(compiler: Compiler): Tool<Input> {
  return {
    name: 'diagnostics',
    description:
      'Reports what the TypeScript compiler finds wrong in a file or project (TypeScript or JavaScript): "src/a.ts:3:7 error TS2322: …". Uses the nearest tsconfig.json or jsconfig.json. Writes nothing and runs nothing.',
    input: Input,
    permission: 'diagnostics',
    readOnly: true,
    reaches: ['files'],
    timeoutMs: 180_000,
    inspect: async ({ path }, context) => {
      const touched = await inspectPath('diagnostics', path, context)
      // The compiler also reads everything the file imports.
      return touched.map((resource) => ({ ...resource, beyond: ['files'] }))
    },
    run: async ({ path, limit }, context, signal) => {
      const place = await placeToAnalyze('diagnostics', path, context)
      if (!place.ok) return { ok: false, output: place.refusal.message }
      if (place.value.kind === 'file' && !/\.([mc]?[jt]sx?|json)$/.test(place.value.inside))
        return { ok: false, output: `"${path}" is neither TypeScript nor JavaScript.` }
      const reply = await compiler.diagnose({ root: context.workspace, path: place.value.real }, signal)
      return reply.ok ? say(reply.answer, limit) : { ok: false, output: reply.why }
    },
  }
}

function say(diagnosis: CompilerDiagnosis, limit: number): ToolOutput {
  const { lines, errors, files, checked, configs } = diagnosis
  const by = configs.length > 0 ? configs.join(', ') : 'strict default options, for want of a tsconfig.json'
  if (checked === 0 && lines.length === 0) return { ok: false, output: 'No TypeScript or JavaScript files here.' }
  const title = errors === 0 ? 'No errors' : `${countText(errors, 'error')} in ${countText(files, 'file')}`
  const rest = lines.length > limit ? [`(${lines.length - limit} more are not shown)`] : []
  const output = [`${title}; ${countText(checked, 'file')} checked with ${by}.`, ...lines.slice(0, limit), ...rest]
  return { ok: true, output: output.join('\n') }
}
