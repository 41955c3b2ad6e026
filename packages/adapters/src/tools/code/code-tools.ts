import type { CompilerAnswer, CompilerRequest } from '../../analysis/compiler/compiler-thread.ts'
import { thread } from '../../analysis/thread/thread.ts'
import type { Tool } from '../tool.ts'
import { diagnosticsTool } from './diagnostics-tool.ts'
import { outlineThread, outlineTool } from './outline-tool.ts'

/** The tools that understand code, and what ends their threads. A thread starts with the first call that needs it. */
export type CodeTools = { readonly tools: readonly Tool[]; close(): Promise<void> }

/** Outline, diagnostics, edge cases and test skeletons. Nothing of a workspace is ever run by them. */
export function codeTools(): CodeTools {
  const parsing = outlineThread()
  const compiling = thread<CompilerRequest, CompilerAnswer>({
    entry: new URL('../../analysis/compiler/compiler-thread.ts', import.meta.url),
    limitMs: 150_000,
    memoryMb: 2_048,
  })
  return {
    tools: [outlineTool(parsing), diagnosticsTool(compiling)] as readonly Tool[],
    close: async () => {
      await Promise.all([parsing.close(), compiling.close()])
    },
  }
}
