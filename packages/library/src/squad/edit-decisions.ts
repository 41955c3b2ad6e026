import { withoutEnd } from '@convene/domain'
import { decisionBlocks, readDecisions } from './read-decisions.ts'

/**
 * decisions.md with these decisions: new ones are added where the newest are, missing ones are removed, and everything
 * else, especially headings, stays as it is. `context` is what the file should be read as.
 */
export function editDecisions(before: string, context: string, most: number): string {
  const wanted = new Set(decisionBlocks(context).map(({ text }) => text))
  const there = decisionBlocks(before)
  const fresh = [...wanted].filter((text) => !there.some((block) => block.text === text)).map((text) => `${text}\n`)
  const kept = there.filter(({ text, isBare }) => isBare || wanted.has(text))
  const dated = there.filter(({ date }) => date !== undefined)
  const isRising = (dated[0]?.date ?? '') < (dated.at(-1)?.date ?? '')
  const first = kept.findIndex(({ date }) => date !== undefined)
  const at = isRising || first === -1 ? kept.length : first
  const titles = kept.slice(0, first === -1 ? undefined : first).filter(({ isBare }) => isBare)
  const inPlace = [...kept.slice(0, at).map(({ raw }) => raw), ...fresh, ...kept.slice(at).map(({ raw }) => raw)]
  const candidates = [spaced(inPlace), spaced([...titles.map(({ raw }) => raw), context])]
  return candidates.find((text) => readDecisions(text, most).text === context) ?? context
}

/** At least one blank line between two blocks. A block's own blank lines and rules stay. */
const spaced = (blocks: readonly string[]): string =>
  blocks.map((block, index) => (index < blocks.length - 1 ? `${withoutEnd(block, '\n')}\n\n` : block)).join('')
