import type { LiveEntry, LiveView } from './view.ts'

/**
 * The remaining notices of a decision whose report was printed above, which may already contain its verdict and counts.
 */
export function withoutReported({ report }: LiveView, entries: readonly LiveEntry[]): readonly LiveEntry[] {
  const said = bare(report)
  return entries.filter((entry) => entry.kind !== 'notice' || !said.includes(bare(entry.text)))
}

/** Words and numbers only: a report may put them in bold, or in a list. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
