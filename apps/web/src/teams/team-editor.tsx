import { useState } from 'react'
import { useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { DraftAside } from '../library/draft-aside.tsx'
import { slugOf } from '../library/slug.ts'
import { Template } from '../library/template.tsx'
import { Notice } from '../parts/notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { SessionOpening } from '../session/session-opening.tsx'
import { oneLine } from '../text/neutral.ts'
import { useWorkspace } from '../workspace/place.ts'
import { TeamActions } from './team-actions.tsx'
import { draftOf, emptyTeam, type ShownTeam, type TeamDraft, teamOf } from './team-draft.ts'
import { TeamForm } from './team-form.tsx'
import { TeamOrigin } from './team-origin.tsx'

/** One team, to be looked at and changed; or a new one, from a template if one is named. */
export function TeamEditor({ slug, from }: { readonly slug?: string; readonly from?: string }) {
  const client = useClient()
  const place = useWorkspace()
  const wanted = slug ?? from
  const { value, refusal, again } = useAsked(
    () => (wanted ? client.team({ ...place, slug: wanted }) : null),
    JSON.stringify([place, wanted]),
  )
  if (refusal)
    return (
      <Screen title="Team" back={back}>
        <Notice tone="bad" title={refusal.message}>
          It may have been deleted, or it belongs to another workspace.
        </Notice>
      </Screen>
    )
  if (wanted && !value) return <SessionOpening />
  const template = value && !slug ? { ...draftOf(value.team), name: '', slug: '' } : undefined
  const draft = template ?? (value ? draftOf(value.team) : emptyTeam)
  return (
    <Editing
      key={`${wanted}:${value?.text}`}
      shown={slug ? value : null}
      start={draft}
      from={from ?? ''}
      onSaved={again}
    />
  )
}

const back = { href: '/teams', label: 'All teams' }
const PAUSE_MS = 300

function Editing(props: {
  readonly shown: ShownTeam | null
  readonly start: TeamDraft
  /** The template of a new one. */
  readonly from: string
  readonly onSaved: () => void
}) {
  const client = useClient()
  const place = useWorkspace()
  const [draft, setDraft] = useState(props.start)
  const change = (part: Partial<TeamDraft>) => setDraft((before) => ({ ...before, ...part, ...named(before, part) }))
  const team = teamOf(draft)
  const asked = { ...place, team, prompts: true }
  const check = useAsked(() => client.checkTeam(asked), JSON.stringify(asked), PAUSE_MS)
  const problems = check.value?.problems ?? []
  return (
    <Screen
      wide
      title={oneLine(draft.name) || 'New team'}
      back={back}
      actions={
        <TeamActions
          shown={props.shown}
          draft={draft}
          team={team}
          isSound={problems.every(({ severity }) => severity !== 'error')}
          onSaved={props.onSaved}
        />
      }
    >
      {props.shown ? (
        <TeamOrigin shown={props.shown} onTrusted={props.onSaved} />
      ) : (
        <Template kind="team" from={props.from} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-8 max-laptop:grid-cols-1">
        <TeamForm draft={draft} problems={problems} isNew={!props.shown} onChange={change} />
        <DraftAside
          problems={problems}
          prompts={check.value?.prompts ?? []}
          text={check.value?.text ?? ''}
          isChecking={check.isLoading}
        />
      </div>
    </Screen>
  )
}

/** The slug follows the name until somebody writes one. */
function named(before: TeamDraft, part: Partial<TeamDraft>): Partial<TeamDraft> {
  const follows = part.name !== undefined && part.slug === undefined && before.slug === slugOf(before.name)
  return follows ? { slug: slugOf(part.name ?? '') } : {}
}
