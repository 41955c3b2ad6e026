import type { Tool } from '@modelcontextprotocol/client'

const MAX_BYTES = 50_000

/** The tools that can be offered: at most so many, each name once, none too large for a model to read. */
export function usableTools(tools: readonly Tool[], most: number): readonly Tool[] {
  const names = new Set<string>()
  const usable = tools.filter((tool) => {
    if (names.has(tool.name) || sizeOf(tool) > MAX_BYTES) return false
    names.add(tool.name)
    return true
  })
  return usable.slice(0, most)
}

/** What is nested too deeply to be written is too large. */
function sizeOf(tool: Tool): number {
  try {
    return JSON.stringify(tool).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
