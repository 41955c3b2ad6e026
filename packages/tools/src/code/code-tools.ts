import { compiler } from '../analysis/compiler/compiler.ts'
import type { Tool } from '../tool.ts'
import { diagnosticsTool } from './diagnostics-tool.ts'
import { edgeCasesTool } from './edge-cases-tool.ts'
import { outlineThread, outlineTool } from './outline-tool.ts'
import { testSkeletonTool } from './test-skeleton-tool.ts'

/**
 * The tools that understand code, and a way to end their threads. A thread starts with the first call that needs it.
 */
export type CodeTools = { readonly tools: readonly Tool[]; close(): Promise<void> }

/** Outline, diagnostics, edge cases and test skeletons. They never run anything from a workspace. */
export function codeTools(): CodeTools {
  const parsing = outlineThread()
  const compiling = compiler()
  const tools = [
    outlineTool(parsing),
    diagnosticsTool(compiling),
    edgeCasesTool(compiling),
    testSkeletonTool(compiling),
  ]
  return {
    tools: tools as readonly Tool[],
    close: async () => {
      await Promise.all([parsing.close(), compiling.close()])
    },
  }
}
