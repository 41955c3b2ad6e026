import type { MarkdownBlock } from './blocks.ts'

/** Blocks of a text that render together. */
export type SectionBlocks = readonly SectionBlock[]

type SectionBlock = {
  readonly block: MarkdownBlock
  readonly live: boolean
  /** For a heading: its depth under the headings above. */
  readonly rank: number | undefined
}

/**
 * How many blocks the section with this number gets. The first sections get few, so that each new word of an answer
 * repaints little. Later ones get more, because the browser visits all sections of a text whenever it grows.
 */
const sizeOf = (number: number): number => (number < 16 ? 16 : 64)

/** Whether the section with this number is full. */
export const isSectionFull = (section: SectionBlocks, number: number): boolean => section.length === sizeOf(number)

/** The blocks in sections. While a text is written, its last two blocks may still become something else. */
export function sectionsOfBlocks(
  list: readonly MarkdownBlock[],
  ranks: readonly (number | undefined)[],
  live: boolean,
): SectionBlocks[] {
  const sections: SectionBlock[][] = []
  for (const [index, block] of list.entries()) {
    const last = sections.at(-1)
    if (!last || isSectionFull(last, sections.length - 1)) sections.push([])
    sections.at(-1)?.push({ block, live: live && index >= list.length - 2, rank: ranks[index] })
  }
  return sections
}

export const sameBlock = (one: SectionBlock, other: SectionBlock): boolean =>
  one.block.raw === other.block.raw && one.live === other.live && one.rank === other.rank

export const sameSection = (one: SectionBlocks, other: SectionBlocks): boolean =>
  one.length === other.length && one.every((block, index) => sameBlock(block, other[index] ?? block))
