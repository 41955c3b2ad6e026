import type { Tool, Toolset } from '@convene/tools'
import { compiler } from '../thread/compiler.ts'
import { diagnosticsTool } from './diagnostics-tool.ts'
import { edgeCasesTool } from './edge-cases-tool.ts'
import { outlineThread, outlineTool } from './outline-tool.ts'
import { testSkeletonTool } from './test-skeleton-tool.ts'

/**
 * Outline, diagnostics, edge cases and test skeletons. They never run anything from a workspace. A thread starts with
 * the first call that needs it.
 */
export function codeTools(): Toolset {
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
