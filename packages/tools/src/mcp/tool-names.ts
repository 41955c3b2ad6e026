import { createHash } from 'node:crypto'

const MAX_LENGTH = 64
const MAX_SERVER = 24

/**
 * Each server's part of its tool names, derived from the settings alone. No two servers share one, and none is a prefix
 * of another, or a server could name a tool so that it passes for a neighbour's.
 */
export function serverKeys(names: readonly string[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (const name of [...names].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    const taken = [...keys.values()]
    const plain = shorten(plainOf(name), name, MAX_SERVER)
    const free = (key: string) => !taken.some((other) => `${key}_`.startsWith(`${other}_`))
    const dashed = plain.replaceAll('_', '-')
    keys.set(name, [plain, dashed].find(free) ?? `${dashed.slice(0, MAX_SERVER - 7)}-${digest(name)}`)
  }
  return keys
}

/** The names that models and rules use, by the server's own names: `mcp_<server>_<tool>`, at most 64 characters. */
export function mcpToolNames(key: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const plain = tools.map((tool) => plainOf(tool))
  const names = new Map<string, string>()
  for (const [index, tool] of tools.entries()) {
    const wanted = `mcp_${key}_${plain[index]}`
    const shared = plain[index] !== tool && plain.indexOf(plain[index] ?? '') !== plain.lastIndexOf(plain[index] ?? '')
    names.set(tool, shared ? `${wanted.slice(0, MAX_LENGTH - 7)}_${digest(tool)}` : shorten(wanted, tool, MAX_LENGTH))
  }
  return names
}

const plainOf = (name: string): string => name.replace(/[^A-Za-z0-9_-]+/g, '_') || 'unnamed'

const shorten = (plain: string, name: string, length: number): string =>
  plain.length <= length ? plain : `${plain.slice(0, length - 7)}_${digest(name)}`

const digest = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 6)
