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
