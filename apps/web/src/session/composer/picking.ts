import { type KeyboardEvent, useState } from 'react'
import type { Suggestion } from './suggestions.ts'

/** Keyboard selection of suggestions. `press` returns whether it handled the key. */
export function usePicking(suggestions: readonly Suggestion[], text: string, onTake: (insert: string) => void) {
  const [chosen, setChosen] = useState(0)
  const count = suggestions.length
  const pick = suggestions[chosen % Math.max(1, count)]
  const step = (by: number) => setChosen((chosen + by + count) % count)
  const press = (event: KeyboardEvent): boolean => {
    if (!pick) return false
    const isTaking = event.key === 'Tab' || (event.key === 'Enter' && pick.insert.trim() !== text.trim())
    if (!isTaking && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
    event.preventDefault()
    if (isTaking) onTake(pick.insert)
    else step(event.key === 'ArrowDown' ? 1 : -1)
    return true
  }
  return { suggestions, chosen, press, onTake }
}
