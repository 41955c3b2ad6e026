/** Lines that belong together: code in its fence, or prose up to an empty line. */
export type LineBlock = {
  readonly isCode: boolean
  /** Every backtick is paired on the same line, so every reader treats what is between them as code. */
  readonly isPaired: boolean
  readonly lines: readonly string[]
}

/** A fence of backticks has no backticks after it. Otherwise, the line is text with inline code. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})([\s\S]*)/u

/**
 * A text in blocks. Fences are moved to the start of their line, where no list can end them, and the last one is
 * closed.
 */
export function readBlocks(text: string): readonly LineBlock[] {
  const lines = text.split('\n')
  const blocks: LineBlock[] = []
  for (let at = 0; at < lines.length; ) {
    const fence = fenceIn(lines[at] ?? '')
    const end = fence === '' ? endOfProse(lines, at) : endOfCode(lines, at, fence)
    const own = lines.slice(at, end)
    blocks.push(fence === '' ? { isCode: false, isPaired: own.every(hasPairs), lines: own } : code(own, fence))
    at = end
  }
  return blocks
}

const fenceIn = (line: string): string => FENCE.exec(line)?.[1] ?? ''

function endOfProse(lines: readonly string[], from: number): number {
  let end = from + 1
  while (end < lines.length && fenceIn(lines[end] ?? '') === '' && lines[end - 1]?.trim() !== '') end += 1
  return end
}

function endOfCode(lines: readonly string[], from: number, fence: string): number {
  let end = from + 1
  while (end < lines.length && !isClosing(lines[end] ?? '', fence)) end += 1
  return Math.min(lines.length, end + 1)
}

function isClosing(line: string, fence: string): boolean {
  const [, marks = '', behind = ''] = FENCE.exec(line) ?? []
  return marks.startsWith(fence) && behind.trim() === ''
}

function code(lines: readonly string[], fence: string): LineBlock {
  const [first = '', ...rest] = lines
  const isClosed = rest.length > 0 && isClosing(rest.at(-1) ?? '', fence)
  const inner = isClosed ? rest.slice(0, -1) : rest
  return { isCode: true, isPaired: false, lines: [first.trimStart(), ...inner, fence] }
}

const hasPairs = (line: string): boolean =>
  line.split('`').length % 2 === 1 && !line.includes('``') && !line.includes('\\`')
