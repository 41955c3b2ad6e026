import { createHash } from 'node:crypto'
import type { Tool } from '@modelcontextprotocol/client'
import type { ServerDefinition } from './server-definition.ts'

/** What the user approves: the server and each of its tools, by hash. */
export type ToolList = {
  readonly server: string
  readonly fingerprint: string
  /** The hash of each tool's description and schemas, by its name. */
  readonly tools: { readonly [name: string]: string }
}

/** Changes if anything a model or the user reads about the tools changes, or the program that provides them. */
export function toolListOf(server: string, definition: ServerDefinition, tools: readonly Tool[]): ToolList {
  const each = Object.fromEntries(
    [...tools].map((tool): [string, string] => [tool.name, hash(said(tool))]).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const place =
    'url' in definition ? [definition.url] : [definition.command, definition.args ?? [], definition.cwd ?? '']
  return { server, tools: each, fingerprint: hash([server, place, each]) }
}

/** `+new, −gone, ~changed`, compared to the list the user approved before. */
export function toolListChanges(before: ToolList['tools'], after: ToolList['tools']): string {
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name))
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const changed = Object.keys(after).filter((name) => Object.hasOwn(before, name) && before[name] !== after[name])
  return [
    ...added.map((name) => `+${name}`),
    ...gone.map((name) => `−${name}`),
    ...changed.map((name) => `~${name}`),
  ].join(', ')
}

const said = ({ title, description, inputSchema, outputSchema, annotations }: Tool): unknown => ({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
})

const hash = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex').slice(0, 32)

/** The same text for the same value, regardless of key order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
