import { spelledLine } from '../text/clean.ts'
import { textOfPattern } from './judge.ts'

type Asked = {
  readonly resource: string
  readonly preview?: string | undefined
  readonly also?: readonly string[] | undefined
}

/** A command as written, after its purpose, if any. Everything from the first `$` counts, so nothing can be hidden. */
const COMMAND = /^(?:\(unsandboxed:[^\n]*\)\n)?(?:([^\n$][^\n]*)\n)?\$ ([\s\S]+)$/u

/** The command line in an ask's preview and what the agent says it is for. Undefined if it is not a command. */
export function commandIn(preview = ''): { readonly purpose: string; readonly command: string } | undefined {
  const [, purpose = '', command] = COMMAND.exec(preview) ?? []
  return command === undefined ? undefined : { purpose, command }
}

/**
 * Everything that allowing a call once lets it do: the command as written, or every target. The ask's own `resource` is
 * only the part that its rule matched.
 */
export function wantedText({ resource, preview, also = [] }: Asked): string {
  const targets = also.map((grant) => textOfPattern(grant.slice(grant.indexOf(':') + 1)))
  return commandIn(preview)?.command ?? [...new Set([resource, ...targets])].join(', ')
}

/** `bash git push`, as one line with nothing hidden. */
export const askLine = (ask: Asked & { readonly tool: string }): string => spelledLine(`${ask.tool} ${wantedText(ask)}`)

/** Every rule that a lasting answer grants. A pattern that the user edited grants only itself. */
export const grantsOf = (
  { proposed, also = [] }: { readonly proposed: string; readonly also?: readonly string[] | undefined },
  pattern = proposed,
): readonly string[] => (pattern === proposed ? [pattern, ...also] : [pattern])
