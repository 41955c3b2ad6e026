import { cleanLine, visible } from '@convene/domain'
import type { Tool } from '@modelcontextprotocol/client'

const MAX_BYTES = 50_000

const LONGEST_NAME = 200

/**
 * The tools that can be offered: up to a limit, each name once, none too large for a model to read, and none with names
 * that look different from what they are. Descriptions can be cleaned, but names cannot: the server knows its tools by
 * them.
 */
export function usableTools(tools: readonly Tool[], most: number): readonly Tool[] {
  const names = new Set<string>()
  const usable = tools.filter((tool) => {
    if (names.has(tool.name) || sizeOf(tool) > MAX_BYTES || !isReadable(tool)) return false
    names.add(tool.name)
    return true
  })
  return usable.slice(0, most)
}

/** If it is too deeply nested to serialize, it counts as too large. */
function sizeOf(tool: Tool): number {
  try {
    return JSON.stringify(tool).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function isReadable({ name, inputSchema }: Tool): boolean {
  let isPlain = isPlainName(name)
  JSON.stringify(inputSchema, (key, value: unknown) => {
    isPlain &&= isPlainName(key)
    return value
  })
  return isPlain
}

const isPlainName = (name: string): boolean =>
  name.length <= LONGEST_NAME && visible(name) === name && cleanLine(name) === name
