import type { Highlight, Highlighted } from './highlight.ts'
import { inThread } from './highlight-in-thread.ts'

/** So many characters of coloured code are kept, for rows that scroll away and come back. */
const KEPT = 500_000

/** Coloured code that is remembered: what was asked for before is there at once. */
export function rememberedCode(highlight: Highlight, kept = KEPT) {
  const known = new Map<string, Highlighted | null>()
  let size = 0
  const keep = (key: string, lines: Highlighted | null) => {
    if (!known.has(key)) size += key.length
    known.set(key, lines)
    for (const oldest of known.keys()) {
      if (size <= kept) return
      known.delete(oldest)
      size -= oldest.length
    }
  }
  return {
    /** Undefined where it was not asked for yet. */
    known: (text: string, language: string) => known.get(keyOf(text, language)),
    ask: async (text: string, language: string): Promise<Highlighted | null> => {
      const lines = await highlight(text, language).catch(() => null)
      keep(keyOf(text, language), lines)
      return lines
    },
  }
}

const keyOf = (text: string, language: string): string => `${language}\n${text}`

/** An editor's panel may start no thread from where its files are: there it is done here, when the rush is over. */
const afterwards: Highlight = async (text, language) => {
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { highlight } = await import('./highlight.ts')
  return highlight(text, language)
}

const open = () => new Worker(new URL('./highlight-thread.ts', import.meta.url), { type: 'module' })

/** The page's coloured code. */
export const highlightedCode = rememberedCode(inThread(open, afterwards))
