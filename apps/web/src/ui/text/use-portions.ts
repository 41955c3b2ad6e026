import { spelled } from '@convene/domain'
import { useState } from 'react'

const SHOWN = 20_000

/** The shown part of a text, with every character visible. `left`: remaining characters. */
export type Portions = { readonly shown: string; readonly left: number; readonly onMore: () => void }

/** A text for the user to review, shown in portions, because a long one would freeze the page. */
export function usePortions(text: string): Portions {
  const [limit, setLimit] = useState(SHOWN)
  const left = Math.max(0, text.length - limit)
  return { shown: spelled(text.slice(0, limit)), left, onMore: () => setLimit(limit + 4 * SHOWN) }
}
