import { agentColor } from '@convene/domain'
import { Check } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { useWorkspaceCall } from '../../workspace/use-workspace-call.ts'

/** Agents as faces. A click adds or removes one. Agents that only Convene itself calls are left out. */
export function FacePicker(props: {
  readonly label: string
  readonly chosen: readonly string[]
  /** Set while the selection is unknown. */
  readonly disabled?: boolean
  readonly onToggle: (slug: string) => void
}) {
  const listed = useWorkspaceCall((client, place) => client.agents(place)).value
  const agents = (listed?.items ?? []).map(({ agent }) => agent).filter(({ category }) => category !== 'hidden')
  return (
    <fieldset disabled={props.disabled} className="flex flex-col gap-2">
      <legend className="mb-2 text-sm text-muted">{props.label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(168px,1fr))] gap-2">
        {agents.map(({ slug, name, icon, color, description }) => {
          const isChosen = props.chosen.includes(slug)
          return (
            <button
              key={slug}
              type="button"
              aria-pressed={isChosen}
              title={oneLine(description)}
              onClick={() => props.onToggle(slug)}
              className="flex min-h-10 min-w-0 items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-left transition-colors hover:border-line-strong hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
            >
              <Avatar name={oneLine(name)} icon={oneLine(icon)} color={agentColor({ slug, color })} />
              <span className="min-w-0 flex-1 truncate">{oneLine(name)}</span>
              {isChosen && <Check aria-hidden size={14} className="shrink-0 text-accent-ink" />}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
