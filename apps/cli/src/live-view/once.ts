import type { Entry, View } from './view.ts'

/** What is left to say of a decision whose report was printed above: its verdict and its counts may be in there. */
export function withoutReported({ report }: View, entries: readonly Entry[]): readonly Entry[] {
  const said = bare(report)
  return entries.filter((entry) => entry.kind !== 'notice' || !said.includes(bare(entry.text)))
}

/** Words and numbers only: a report puts them in bold, or in a list. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
