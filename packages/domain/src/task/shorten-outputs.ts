import type { ContextLine } from '../effect/request.ts'
import { items, type List, listOf, toArray } from '../list/list.ts'
import { outputReference } from '../tool/output-reference.ts'

/** Anything shorter would be meaningless. */
const FEWEST_CHARACTERS = 400
/** The share of all tool output that is left. */
const LEFT = 1 / 4

/** Whether an output may be shortened at all. */
export const isLong = (output: string): boolean => output.length > FEWEST_CHARACTERS

/** Whether there is anything left to shorten. */
export function canShorten(lines: List<ContextLine>): boolean {
  for (const line of items(lines)) if (line.role === 'tool' && isLong(line.output)) return true
  return false
}

/** The length limit at which the largest outputs are cut and the small ones stay as they are. */
export function mostCharacters(lines: List<ContextLine>): number {
  const outputs = toArray(lines).flatMap((line) => (line.role === 'tool' ? [line.output.length] : []))
  const total = outputs.reduce((sum, length) => sum + length, 0)
  return Math.max(FEWEST_CHARACTERS, Math.floor((total * LEFT) / Math.max(1, outputs.length)))
}

/** The conversation with outputs of at most this many characters, each with its beginning and its end. */
export const shortenOutputs = (lines: List<ContextLine>, most: number): List<ContextLine> =>
  listOf(...toArray(lines).map((line) => (line.role === 'tool' ? { ...line, output: shortened(line, most) } : line)))

type Result = Extract<ContextLine, { readonly role: 'tool' }>

/** Where to find the rest of an output. Something not from a tool, such as a report, has no event to read it from. */
export const restOf = ({ call, tool, output, seq }: Result): string =>
  seq === undefined
    ? `${output.length} characters in all, of call ${call} in the session's log; if ${tool} only reads, call it again for the part you need`
    : `for the part you need, call "read" with the path "${outputReference(seq)}", an offset and a limit in lines; if you have no such tool, call ${tool} again`

function shortened(line: Result, most: number): string {
  const { output } = line
  if (output.length <= most) return output
  const note = `\n[… shortened to fit: ${restOf(line)} …]\n`
  const half = Math.max(0, Math.floor((most - note.length) / 2))
  return `${output.slice(0, half)}${note}${half === 0 ? '' : output.slice(-half)}`
}
