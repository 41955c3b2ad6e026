import { Sparkles } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { useWorkspaceCall } from '../workspace/use-workspace-call.ts'

const PAUSE_MS = 600
const ENOUGH = 12
const FEW = 3

/** Teams that fit the goal, other than the chosen one. */
export function Suggestions(props: {
  readonly goal: string
  readonly team: string
  readonly onTeam: (team: string) => void
}) {
  const goal = props.goal.trim()
  const isWanted = goal.length >= ENOUGH
  const { value } = useWorkspaceCall(
    (client, place) => (isWanted ? client.suggestTeam({ ...place, goal }) : null),
    isWanted && goal,
    PAUSE_MS,
  )
  const others = (isWanted && value ? value.items : []).filter(({ slug }) => slug !== props.team).slice(0, FEW)
  if (others.length === 0) return null
  return (
    <section aria-label="Suggested teams" className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <span className="flex items-center gap-2">
        <Sparkles aria-hidden size={14} />
        Fits the goal:
      </span>
      {others.map(({ slug, name, because }) => (
        <Button key={slug} small title={oneLine(because)} onClick={() => props.onTeam(slug)}>
          {oneLine(name)}
        </Button>
      ))}
    </section>
  )
}
