import { type KeyboardEvent, useState } from 'react'
import { classes } from '../../ui/theme/classes.ts'
import type { Suggestion } from './suggestions.ts'

export function SuggestionList(props: {
  readonly suggestions: readonly Suggestion[]
  readonly chosen: number
  readonly onTake: (insert: string) => void
}) {
  if (props.suggestions.length === 0) return null
  const chosen = props.chosen % props.suggestions.length
  return (
    <ul className="absolute bottom-full left-0 z-10 mb-2 max-h-72 w-full max-w-120 animate-rise overflow-y-auto rounded-md bg-raised p-1 shadow-floating">
      {props.suggestions.map(({ insert, label, note }, index) => (
        <li key={insert}>
          <button
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => props.onTake(insert)}
            aria-current={index === chosen}
            className={classes(
              'flex w-full items-baseline gap-3 rounded-sm px-2 py-1.5 text-left',
              index === chosen && 'bg-hover',
            )}
          >
            <span className="shrink-0 font-mono text-sm">{label}</span>
            <span className="truncate text-sm text-muted">{note}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

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
