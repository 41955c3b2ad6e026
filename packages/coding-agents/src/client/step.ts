import type { RequestPermissionRequest } from '@agentclientprotocol/sdk'
import type { Json } from '@convene/domain'
import { recordOf } from './message-stream.ts'

/**
 * What an agent wants to do. It is the same if the agent asks for the same thing again: a call id would hide a loop
 * from the loop guard.
 */
export type AskedStep = {
  readonly kind: string
  readonly title: string
  readonly command?: string
  /** The folder it wants to work in, if it names one. */
  readonly workdir?: string
  readonly paths?: readonly string[]
  readonly url?: string
  readonly changes?: readonly { readonly path: string; readonly before: string; readonly after: string }[]
  /** What was too long to pass on in full, or cannot be read: rules must not allow the rest. */
  readonly cut?: readonly string[]
}

const MOST_TEXT = 20_000
const MOST_PATHS = 50

type Fields = { readonly [key: string]: unknown }
/** Cuts a text to the maximum length, and records this name if it was longer. */
type Clip = (what: string, value: unknown) => string

/** Reads a permission request. The kind that the agent reports counts only if nothing says more. */
export function stepOf({ toolCall }: RequestPermissionRequest): AskedStep {
  const cut = new Set<string>()
  const clip: Clip = (what, value) => {
    if (typeof value !== 'string') return ''
    if (value.length > MOST_TEXT) cut.add(what)
    return value.slice(0, MOST_TEXT)
  }
  const few = <T>(what: string, all: readonly T[]): readonly T[] => {
    if (all.length > MOST_PATHS) cut.add(what)
    return all.slice(0, MOST_PATHS)
  }
  const input = recordOf(toolCall.rawInput)
  const kind = toolCall.kind ?? 'other'
  const title = clip('title', toolCall.title) || clip('title', toolCall.name) || kind
  const changes = few('changes', changesIn(toolCall.content, clip))
  const commands = commandsIn(input)
  if (commands.includes(undefined)) cut.add('command')
  // Some agents give the command only in the title.
  const command = clip('command', commands.join('\n')).trim() || (kind === 'execute' ? title : '')
  const workdir = firstOf(input, ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'directory'], clip)
  const paths = [
    ...['path', 'file_path', 'filePath', 'abs_path', 'filepath'].map((name) => clip('paths', input[name])),
    ...(toolCall.locations ?? []).map((location) => clip('paths', location.path)),
    ...changes.map(({ path }) => path),
  ]
  const named = few('paths', [...new Set(paths.filter((path) => path !== ''))])
  const url = clip('url', input.url)
  return {
    kind,
    title,
    ...(command && { command }),
    ...(workdir && { workdir }),
    ...(named.length > 0 && { paths: named }),
    ...(url && { url }),
    ...(changes.length > 0 && { changes }),
    ...(cut.size > 0 && { cut: [...cut] }),
  }
}

export const stepInput = (agent: string, step: AskedStep): Json => JSON.parse(JSON.stringify({ agent, ...step }))

const firstOf = (input: Fields, names: readonly string[], clip: Clip): string =>
  names.map((name) => clip('workdir', input[name])).find((text) => text !== '') ?? ''

/** Every command in the input, with its arguments. Undefined for one that cannot be read. */
function commandsIn({ command, cmd, script, args }: Fields): readonly (string | undefined)[] {
  const given = [command, cmd, script].filter(isGiven).map(lineOf)
  const rest = [args].filter(isGiven).map(lineOf)
  const after = rest.includes(undefined) ? [undefined] : []
  return given.length === 0 ? [] : [...given.map((line) => line && [line, ...rest].join(' ')), ...after]
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** A command may be a line, or a list of its words. */
function lineOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given
  if (!Array.isArray(given) || !given.every((word) => typeof word === 'string')) return undefined
  const [shell = '', flag = '', line = ''] = given as string[]
  // A program in the workspace may be called "sh" too, and words after the line are its arguments.
  const isShell = /^(\/(usr\/)?bin\/)?(ba|z|da)?sh$/u.test(shell) && /^-\w*c$/u.test(flag)
  return isShell && given.length === 3 ? line : given.map(quoted).join(' ')
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

function changesIn(content: unknown, clip: Clip): readonly { path: string; before: string; after: string }[] {
  return (Array.isArray(content) ? content : []).map(recordOf).flatMap(({ type, path, oldText, newText }) => {
    const [file, before, after] = [clip('paths', path), clip('changes', oldText), clip('changes', newText)]
    return type === 'diff' && file !== '' ? [{ path: file, before, after }] : []
  })
}
