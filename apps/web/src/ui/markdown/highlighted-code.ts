import type { Highlight, Highlighted } from './highlight.ts'
import { inThread } from './highlight-in-thread.ts'

/** Characters of highlighted code to cache, for rows that scroll away and back. */
const KEPT = 500_000

/** A cache of highlighted code. */
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
    /** Undefined if it was not requested yet. */
    known: (text: string, language: string) => known.get(keyOf(text, language)),
    ask: async (text: string, language: string): Promise<Highlighted | null> => {
      const lines = await highlight(text, language).catch(() => null)
      keep(keyOf(text, language), lines)
      return lines
    },
  }
}

const keyOf = (text: string, language: string): string => `${language}\n${text}`

/** Editor panels cannot start a worker from their file origin. There it runs on the page when the page is idle. */
const afterwards: Highlight = async (text, language) => {
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { highlight } = await import('./highlight.ts')
  return highlight(text, language)
}

const open = () => new Worker(new URL('./highlight-thread.ts', import.meta.url), { type: 'module' })

/** The page's cache of highlighted code. */
export const highlightedCode = rememberedCode(inThread(open, afterwards))
