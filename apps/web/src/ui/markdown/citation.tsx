import { createContext, useContext } from 'react'

/** Goes to a message by id. Without it, citations are plain text. */
export const GoToMessage = createContext<((id: string) => void) | null>(null)

/** A chip that links to the cited message. */
export function Citation({ id }: { readonly id: string }) {
  const go = useContext(GoToMessage)
  if (!go) return <span className="font-mono text-sm text-muted">[{id}]</span>
  return (
    <button
      type="button"
      onClick={() => go(id)}
      aria-label={`Go to message ${id}`}
      className="inline-flex rounded-sm bg-accent-soft px-1 align-baseline font-mono text-xs text-accent-ink hover:underline"
    >
      {id}
    </button>
  )
}
