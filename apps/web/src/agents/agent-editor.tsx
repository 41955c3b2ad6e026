import { useState } from 'react'
import { useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { DraftAside } from '../library/draft-aside.tsx'
import { slugOf } from '../library/slug.ts'
import { Template } from '../library/template.tsx'
import { Notice } from '../parts/notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { SessionOpening } from '../session/session-opening.tsx'
import { neutral, oneLine } from '../text/neutral.ts'
import { useWorkspace } from '../workspace/place.ts'
import { AgentActions } from './agent-actions.tsx'
import { type AgentDraft, agentDraftOf, agentOf, emptyAgent, type ShownAgent } from './agent-draft.ts'
import { AgentForm } from './agent-form.tsx'

/** One agent, to be looked at and changed; or a new one, from a template if one is named. */
export function AgentEditor({ slug, from }: { readonly slug?: string; readonly from?: string }) {
  const client = useClient()
  const place = useWorkspace()
  const wanted = slug ?? from
  const { value, refusal, again } = useAsked(
    () => (wanted ? client.agent({ ...place, slug: wanted }) : null),
    JSON.stringify([place, wanted]),
  )
  if (refusal)
    return (
      <Screen title="Agent" back={back}>
        <Notice tone="bad" title={refusal.message}>
          It may have been deleted, or it belongs to another workspace.
        </Notice>
      </Screen>
    )
  if (wanted && !value) return <SessionOpening />
  const template = value && !slug ? { ...agentDraftOf(value.agent), name: '', slug: '' } : undefined
  const draft = template ?? (value ? agentDraftOf(value.agent) : emptyAgent)
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

const back = { href: '/agents', label: 'All agents' }
const PAUSE_MS = 300

function Editing(props: {
  readonly shown: ShownAgent | null
  readonly start: AgentDraft
  /** The template of a new one. */
  readonly from: string
  readonly onSaved: () => void
}) {
  const client = useClient()
  const place = useWorkspace()
  const [draft, setDraft] = useState(props.start)
  const change = (part: Partial<AgentDraft>) => setDraft((before) => ({ ...before, ...part, ...named(before, part) }))
  const agent = agentOf(draft)
  const asked = { ...place, agent, prompts: true }
  const check = useAsked(() => client.checkAgent(asked), JSON.stringify(asked), PAUSE_MS)
  const problems = check.value?.problems ?? []
  return (
    <Screen
      wide
      title={oneLine(draft.name) || 'New agent'}
      back={back}
      actions={
        <AgentActions
          shown={props.shown}
          draft={draft}
          agent={agent}
          text={check.value?.text ?? ''}
          isSound={problems.every(({ severity }) => severity !== 'error')}
          onSaved={props.onSaved}
        />
      }
    >
      {props.shown ? <Origin shown={props.shown} /> : <Template kind="agent" from={props.from} />}
      <div className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-8 max-laptop:grid-cols-1">
        <AgentForm draft={draft} problems={problems} isNew={!props.shown} onChange={change} />
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

const words: { readonly [source: string]: string } = {
  'built-in': 'Built-in: it cannot be changed. Saving makes one of yours, which takes its place.',
  user: 'Yours.',
  workspace: 'Of this repo.',
}

function Origin({ shown }: { readonly shown: ShownAgent }) {
  return (
    <div className="text-muted">
      <p className="flex flex-wrap items-center gap-2">
        <span>{words[shown.source] ?? `Read from a file of ${shown.source}. Saving makes one of yours.`}</span>
        {shown.source !== 'built-in' && (
          <span className="min-w-0 truncate font-mono text-sm">{neutral(shown.file)}</span>
        )}
      </p>
      {shown.shadows.length > 0 && (
        <p className="text-sm">It takes the place of {shown.shadows.map(neutral).join(', ')}.</p>
      )}
    </div>
  )
}

/** The slug follows the name until somebody writes one. */
function named(before: AgentDraft, part: Partial<AgentDraft>): Partial<AgentDraft> {
  const follows = part.name !== undefined && part.slug === undefined && before.slug === slugOf(before.name)
  return follows ? { slug: slugOf(part.name ?? '') } : {}
}
