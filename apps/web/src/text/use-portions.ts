import { spelled } from '@convene/domain'
import { useState } from 'react'

const SHOWN = 20_000

/** How much of a text is shown, with every character visible; `left` is how much is not. */
export type Portions = { readonly shown: string; readonly left: number; readonly onMore: () => void }

/** A text that a person has to judge, of a long one a portion more at each request: all of it at once would freeze the page. */
export function usePortions(text: string): Portions {
  const [limit, setLimit] = useState(SHOWN)
  const left = Math.max(0, text.length - limit)
  return { shown: spelled(text.slice(0, limit)), left, onMore: () => setLimit(limit + 4 * SHOWN) }
}
