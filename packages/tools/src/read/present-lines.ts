import { countText } from '@convene/domain'
import { failed } from '../failed-output.ts'
import type { ToolResult } from '../tool.ts'
import type { LinesRead, LineWindow } from './line-window.ts'

export const LINE_CHARACTERS = 2_000
/** Below the tool host's limit: part of a text must not be moved to an output file. */
const BYTES = 48_000

/** The window that a call asks for. */
export const windowFor = ({ offset, limit }: { readonly offset: number; readonly limit: number }): LineWindow => ({
  first: offset,
  lines: limit,
  bytes: BYTES,
  lineCharacters: LINE_CHARACTERS,
})

/** Numbered lines, and where to continue. `what` names their source. */
export function presentLines(
  what: string,
  { lines, next, total }: LinesRead,
  { first }: LineWindow,
  note?: string,
): ToolResult {
  const notes = note === undefined ? [] : [`[${note}]`]
  if (total === 0) return { ok: true, output: [`[The ${what} is empty.]`, ...notes].join('\n') }
  if (total !== undefined && first > total)
    return failed(`The ${what} has ${countText(total, 'line')}. Use an offset of at most ${total}.`)
  const numbered = lines.map((line, index) => `${String(first + index).padStart(5)}\t${line}`)
  const more = next === undefined ? [] : [`[More follows: continue with offset ${next}.]`]
  return { ok: true, output: [...numbered, ...more, ...notes].join('\n') }
}
