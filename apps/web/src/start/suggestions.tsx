import { Sparkles } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { useAskedHere } from '../workspace/use-asked-here.ts'
import type { Draft } from './draft.ts'

const PAUSE_MS = 600
const ENOUGH = 12

/** Suggests teams for the goal until a team or a mode is chosen. */
export function Suggestions({ draft, onTeam }: { readonly draft: Draft; readonly onTeam: (team: string) => void }) {
  const goal = draft.goal.trim()
  const isWanted = goal.length >= ENOUGH && !draft.team && !draft.mode
  const { value } = useAskedHere(
    (client, place) => (isWanted ? client.suggestTeam({ ...place, goal }) : null),
    isWanted && goal,
    PAUSE_MS,
  )
  if (!isWanted || !value || value.items.length === 0) return null
  return (
    <section aria-label="Suggested teams" className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <span className="flex items-center gap-2">
        <Sparkles aria-hidden size={14} />
        Suggested teams:
      </span>
      {value.items.slice(0, 3).map(({ slug, name, because }) => (
        <Button key={slug} small title={oneLine(because)} onClick={() => onTeam(slug)}>
          {oneLine(name)}
        </Button>
      ))}
    </section>
  )
}
