import type { ToolOutput, ToolRequest } from '@convene/engine'
import type { OutputLimit } from '../tool.ts'
import { keepOutput } from './output-files.ts'

const LINES = 2_000
export const MOST_BYTES = 50_000

export type Limiting = {
  readonly request: ToolRequest
  readonly home: string
  readonly limit: Partial<OutputLimit>
}

/** Cuts an output that is too long. The full output goes to a file, and the model gets its path. */
export async function limitOutput(result: ToolOutput, { request, home, limit }: Limiting): Promise<ToolOutput> {
  const output = result.output.replaceAll('\0', '\ufffd')
  const shown = firstLines(output, { lines: limit.lines ?? LINES, bytes: limit.bytes ?? MOST_BYTES })
  if (shown.length === output.length) return { ...result, output }
  const kept = await keepOutput(home, request, output)
  const size = `${count(output)} lines, ${Buffer.byteLength(output)} bytes in all`
  const where = kept.ok
    ? `the whole output is in ${kept.value}, which you may read on with "read" from line ${count(shown) + 1}`
    : `the rest could not be saved: ${kept.refusal.message}`
  return { ...result, output: `${shown}\n[cut: ${size}; ${where}]`, truncated: true }
}

/** As many whole lines as both limits allow, or the start of the first line if even that is too long. */
export function firstLines(text: string, limit: OutputLimit): string {
  let end = 0
  let bytes = 0
  for (let line = 0; line < limit.lines && end < text.length; line++) {
    const next = text.indexOf('\n', end)
    const after = next < 0 ? text.length : next + 1
    bytes += Buffer.byteLength(text.slice(end, after))
    if (bytes > limit.bytes) return end > 0 ? text.slice(0, end) : startOf(text, limit.bytes)
    end = after
  }
  return text.slice(0, end)
}

/** Cuts to a number of bytes without splitting a character. */
function startOf(text: string, bytes: number): string {
  const cut = Buffer.from(text.slice(0, bytes)).subarray(0, bytes)
  return new TextDecoder().decode(cut, { stream: true })
}

function count(text: string): number {
  let lines = text.endsWith('\n') || text === '' ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
