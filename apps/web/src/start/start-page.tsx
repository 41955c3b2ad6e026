import { ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { AttachButton } from '../attachments/attach-button.tsx'
import { AttachmentChips } from '../attachments/attachment-chips.tsx'
import { useAttachments } from '../attachments/attachments.ts'
import { DropZone } from '../attachments/drop-zone.tsx'
import { useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { Button } from '../ui/button.tsx'
import { RailButton } from '../ui/rail-button.tsx'
import { useWorkspace } from '../workspace/place.ts'
import { WorkspacePicker } from '../workspace/workspace-picker.tsx'
import { AdvancedOptions } from './advanced-options.tsx'
import { type Draft, emptyDraft, wishOf } from './draft.ts'
import { Examples } from './examples.tsx'
import { FolderNotice } from './folder-notice.tsx'
import { GoalField } from './goal-field.tsx'
import { ModePicker } from './mode-picker.tsx'
import { ModelNotice } from './model-notice.tsx'
import { PreviewCard } from './preview-card.tsx'
import { refusedFields } from './refused.ts'
import { Suggestions } from './suggestions.tsx'
import { TeamChoice } from './team-choice.tsx'
import { TrustNotice } from './trust-notice.tsx'
import { useStart } from './use-start.ts'
import { type Trust, useTrust } from './use-trust.ts'
import { useUsual } from './use-usual.ts'

const PAUSE_MS = 250

/** The start page: goal, options and preview. */
export function StartPage() {
  const [draft, setDraft] = useState(emptyDraft)
  useUsual(setDraft)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const place = useWorkspace()
  const { start, isStarting } = useStart()
  const preview = usePreview(draft, place)
  const { mode, seed } = preview
  const refused = refusedFields(preview.refusal)
  const trust = useTrust()
  const trusted = () => {
    trust.again()
    preview.again()
  }
  return (
    <main className="h-full overflow-y-auto">
      <div className="sticky top-0 z-10 flex h-12 items-center gap-2 bg-canvas px-4 max-tablet:px-2 laptop:hidden">
        <RailButton />
        <img src="./icon.svg" alt="" className="size-5" />
        <span className="text-md font-semibold">Convene</span>
      </div>
      <div className="mx-auto flex w-full max-w-form flex-col gap-5 px-6 pt-[10vh] pb-12 max-laptop:pt-6 max-tablet:px-4">
        <header className="flex flex-col gap-1">
          <h1 className="text-xl font-semibold tracking-tight">What should the team do?</h1>
          <p className="text-md text-muted">
            Enter a goal. Agents debate, plan, build and review it. You approve what touches your machine.
          </p>
        </header>
        <StartForm
          draft={draft}
          isStarting={isStarting}
          onDraft={change}
          trust={trust}
          onTrusted={trusted}
          onStart={(files) => start({ ...place, ...wishOf(draft, mode), seed, goal: draft.goal, ...files })}
        />
        <ModelNotice onConnected={preview.again} />
        <TrustNotice trust={trust} onTrusted={trusted} />
        <FolderNotice why={preview.value?.noWorkspace} />
        {draft.goal.trim() === '' && <Examples onPick={(example) => start({ ...place, ...example })} />}
        <Suggestions draft={draft} onTeam={(team) => change({ team, mode: '' })} />
        <PreviewCard preview={preview.value} refusal={preview.refusal} isLoading={preview.isLoading} />
        <AdvancedOptions
          draft={draft}
          mode={mode}
          isOpen={Object.keys(refused).length > 0}
          errorOf={(key) => refused[key]}
          onChange={change}
        />
      </div>
    </main>
  )
}

/** The preview, fetched again when the form changes and then rests. */
function usePreview(draft: Draft, place: { readonly workspace?: string }) {
  const client = useClient()
  const [known, setKnown] = useState({ choice: '', mode: '' })
  // One seed per form, so that the run uses exactly the seats shown in the preview.
  const [seed] = useState(() => Math.floor(Math.random() * 2 ** 31))
  const choice = JSON.stringify([draft.mode, draft.team, draft.agents])
  // A team brings its mode, so the preview includes that mode's settings.
  const mode = known.choice === choice ? known.mode : draft.mode
  const wish = { ...place, ...wishOf(draft, mode), seed }
  const ask = async () => {
    const found = await client.preview(wish)
    if (found.ok) setKnown({ choice, mode: found.value.mode })
    return found
  }
  return { ...useAsked(ask, JSON.stringify(wish), PAUSE_MS), mode, seed }
}

type Attached = { readonly attachments?: { readonly hash: string; readonly name: string }[] }

function StartForm(props: {
  readonly draft: Draft
  readonly isStarting: boolean
  readonly onDraft: (change: Partial<Draft>) => void
  readonly trust: Trust
  readonly onTrusted: () => void
  readonly onStart: (files: Attached) => void
}) {
  const { draft, onDraft } = props
  const attachments = useAttachments()
  const canStart = draft.goal.trim() !== '' && !props.isStarting && !attachments.isSending
  const submit = () => {
    if (!canStart) return
    const files = attachments.files.map(({ hash, name }) => ({ hash, name }))
    props.onStart(files.length > 0 ? { attachments: files } : {})
  }
  return (
    <DropZone onFiles={attachments.add}>
      <form onSubmit={(event) => prevented(event, submit)}>
        <GoalField goal={draft.goal} onGoal={(goal) => onDraft({ goal })} onSubmit={submit} />
        <AttachmentChips attachments={attachments} />
        <div className="flex flex-wrap items-center gap-2 p-2">
          <AttachButton onFiles={attachments.add} />
          <WorkspacePicker />
          <TeamChoice
            team={draft.team}
            onTeam={(team) => onDraft({ team, mode: '' })}
            trust={props.trust}
            onTrusted={props.onTrusted}
          />
          <ModePicker mode={draft.mode} hasTeam={draft.team !== ''} onMode={(mode) => onDraft({ mode })} />
          <Button tone="primary" type="submit" disabled={!canStart} className="ml-auto">
            {props.isStarting ? 'Starting' : 'Start'}
            <ArrowRight aria-hidden size={16} />
          </Button>
        </div>
      </form>
    </DropZone>
  )
}

function prevented(event: FormEvent, then: () => void): void {
  event.preventDefault()
  then()
}
