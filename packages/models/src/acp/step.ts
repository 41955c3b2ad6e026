import type { RequestPermissionRequest } from '@agentclientprotocol/sdk'
import type { Json } from '@convene/domain'
import { recordOf } from './message-stream.ts'

/**
 * What an agent wants to do. Nothing in it changes when the agent asks for the same again: a call id would hide a loop from
 * the loop guard.
 */
export type AskedStep = {
  readonly kind: string
  readonly title: string
  readonly command?: string
  readonly paths?: readonly string[]
  readonly url?: string
  readonly changes?: readonly { readonly path: string; readonly before: string; readonly after: string }[]
}

const MOST_TEXT = 20_000
const MOST_PATHS = 50

/** Reads a request for permission. The agent's word on the kind is taken only if nothing says more. */
export function stepOf({ toolCall }: RequestPermissionRequest): AskedStep {
  const input = recordOf(toolCall.rawInput)
  const kind = toolCall.kind ?? 'other'
  const title = textOf(toolCall.title) || textOf(toolCall.name) || kind
  const changes = changesIn(toolCall.content)
  // Some say the command only in the title.
  const command = commandIn(input) ?? (kind === 'execute' ? title : undefined)
  const paths = [
    ...['path', 'file_path', 'filePath', 'abs_path', 'filepath'].map((name) => textOf(input[name])),
    ...(toolCall.locations ?? []).map((location) => textOf(location.path)),
    ...changes.map(({ path }) => path),
  ]
  const named = [...new Set(paths.filter((path) => path !== ''))].slice(0, MOST_PATHS)
  const url = textOf(input.url)
  return {
    kind,
    title,
    ...(command !== undefined && { command }),
    ...(named.length > 0 && { paths: named }),
    ...(url && { url }),
    ...(changes.length > 0 && { changes }),
  }
}

export const stepInput = (agent: string, step: AskedStep): Json => JSON.parse(JSON.stringify({ agent, ...step }))

/** A command may come as a line, or as the list of its words. */
function commandIn({ command, cmd, script }: { readonly [key: string]: unknown }): string | undefined {
  const given = [command, cmd, script].find((each) => each !== undefined)
  if (typeof given === 'string' && given.trim() !== '') return given.slice(0, MOST_TEXT)
  if (!Array.isArray(given) || !given.every((word) => typeof word === 'string')) return undefined
  const [shell = '', flag = '', line] = given as string[]
  const isShell = /(^|\/)(ba|z|da)?sh$/u.test(shell) && /^-\w*c$/u.test(flag)
  return (isShell && line !== undefined ? line : given.map(quoted).join(' ')).slice(0, MOST_TEXT)
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

function changesIn(content: unknown): { path: string; before: string; after: string }[] {
  return (Array.isArray(content) ? content : []).map(recordOf).flatMap(({ type, path, oldText, newText }) => {
    const [file, before, after] = [textOf(path), textOf(oldText), textOf(newText)]
    return type === 'diff' && file !== '' ? [{ path: file, before, after }] : []
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MOST_TEXT) : '')
