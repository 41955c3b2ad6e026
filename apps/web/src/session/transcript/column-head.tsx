import { countText, isAtWork } from '@convene/domain'
import { ActivityWord } from '../../ui/activity-word.tsx'
import { Avatar, inColorOf } from '../../ui/avatar.tsx'
import { agentCost } from '../view/seats.ts'
import { useActivity, useSpeaker, useView } from '../view/use-session.ts'
import { ColumnActions } from './column-actions.tsx'

/** The column's agent: model, activity and cost. */
export function ColumnHead({ slug, place }: { readonly slug: string; readonly place: number }) {
  const speaker = useSpeaker(slug)
  const state = useView((view) => view.agents[slug])
  const cost = useView((view) => agentCost(view, slug))
  const activity = useActivity(slug)
  return (
    <header
      style={inColorOf(speaker.color)}
      className="agent flex min-w-0 items-start gap-3 border-r border-line px-4 py-2 last:border-r-0"
    >
      <Avatar {...speaker} size="large" busy={isAtWork(activity)} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <span className="one-line min-w-0 flex-1 items-baseline gap-x-2">
            <span className="max-w-full truncate font-semibold text-(--agent-ink)">{speaker.name}</span>
            <span className="text-sm text-muted">{speaker.role}</span>
          </span>
          <span className="shrink-0">
            <ActivityWord activity={activity} />
          </span>
        </p>
        {/* Shows the full model name or none: a truncated name could be any model. */}
        <p title={speaker.model} className="one-line h-4 justify-between gap-x-2 text-xs text-muted">
          <span className="numeric">
            {countText(state?.messages ?? 0, 'message')}
            {cost !== '' && ` · ${cost}`}
          </span>
          <span>{speaker.model}</span>
        </p>
        <ColumnActions slug={slug} place={place} />
      </div>
    </header>
  )
}
