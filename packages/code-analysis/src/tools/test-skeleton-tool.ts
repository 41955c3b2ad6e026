import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { countText } from '@convene/domain'
import type { ToolOutput } from '@convene/engine'
import type { Tool } from '@convene/tools'
import { z } from 'zod'
import type { Skeleton } from '../skeleton/write-skeleton.ts'
import type { Compiler } from '../thread/compiler.ts'
import { inspectPath, scriptOf } from './workspace-path.ts'

const Input = z.strictObject({
  path: z.string().min(1).describe('The TypeScript or JavaScript file to test.'),
  function: z.string().min(1).max(200).optional().describe('Only this function. Use "Class.method" for a method.'),
  runner: z.enum(['node:test', 'vitest', 'jest']).optional().describe('Default: from the nearest package.json.'),
})
type Input = z.infer<typeof Input>

/** The text of a test file with one case per edge found. `write` creates the file. */
export function testSkeletonTool(compiler: Compiler): Tool<Input> {
  return {
    name: 'test_skeleton',
    description:
      'Returns the text of a test file that compiles, imports the functions of a TypeScript or JavaScript file, and calls them with an input for each unhandled edge case found. The cases show current behaviour and need review. Nothing is written or run: use "write" to create the file.',
    input: Input,
    permission: 'test_skeleton',
    readOnly: true,
    reaches: ['files'],
    timeoutMs: 180_000,
    inspect: async ({ path }, context) => inspectPath('test_skeleton', path, context),
    run: async ({ path, function: unit, runner }, context, signal) => {
      const place = await scriptOf('test_skeleton', path, context)
      if (!place.ok) return { ok: false, output: place.refusal.message }
      const wish = { ...(unit !== undefined && { unit }), ...(runner && { runner }) }
      const reply = await compiler.writeSkeleton({ root: context.workspace, path: place.value.real, ...wish }, signal)
      return reply.ok ? say(reply.answer, context.workspace) : { ok: false, output: reply.why }
    },
  }
}

function say({ testPath, text, runner, cases, uncovered }: Skeleton, workspace: string): ToolOutput {
  const left = uncovered.length > 0 ? `Not covered, for they cannot be imported: ${uncovered.join(', ')}.` : ''
  if (cases === 0)
    return {
      ok: true,
      output: ['No case: no edge was found in a function that can be imported.', left].join(' ').trim(),
    }
  const taken = existsSync(join(workspace, testPath)) ? ' That file is there already: add the cases to it.' : ''
  const title = `${testPath} (${runner}, ${countText(cases, 'case')}).${taken} ${left}`.trim()
  return { ok: true, output: `${title}\n\n${text}` }
}
