import type { Block } from './blocks.ts'

/** Blocks of a text that are drawn together. */
export type Section = readonly SectionBlock[]

type SectionBlock = {
  readonly block: Block
  readonly live: boolean
  /** For a heading: its depth under the headings above. */
  readonly rank: number | undefined
}

const BLOCKS = 64

/** Whether a section can get no more blocks. */
export const isFull = (section: Section): boolean => section.length === BLOCKS

/** The blocks in sections of equal length. While a text is written, its last two blocks may still become something else. */
export function sectionsOf(list: readonly Block[], ranks: readonly (number | undefined)[], live: boolean): Section[] {
  const sections: SectionBlock[][] = []
  for (const [index, block] of list.entries()) {
    if (index % BLOCKS === 0) sections.push([])
    sections.at(-1)?.push({ block, live: live && index >= list.length - 2, rank: ranks[index] })
  }
  return sections
}

export const sameBlock = (one: SectionBlock, other: SectionBlock): boolean =>
  one.block.raw === other.block.raw && one.live === other.live && one.rank === other.rank

export const sameSection = (one: Section, other: Section): boolean =>
  one.length === other.length && one.every((block, index) => sameBlock(block, other[index] ?? block))
