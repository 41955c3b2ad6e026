import type { Client } from '@convene/protocol'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type Attachments, useAttachments } from '../attachments/attachments.ts'
import { useClient, valueOrToast } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { ExampleOffer } from '../examples/offer.tsx'
import { RailButton } from '../ui/rail-button.tsx'
import { useWorkspace } from '../workspace/place.ts'
import { useAskedHere } from '../workspace/use-asked-here.ts'
import { useTrust } from '../workspace/use-trust.ts'
import { AdvancedOptions } from './advanced-options.tsx'
import { type Draft, emptyDraft, prefilled, requestOf } from './draft.ts'
import { DueReviews } from './due-reviews.tsx'
import { Examples } from './examples.tsx'
import { FolderNotice, ModelNotice, TrustNotice } from './notices.tsx'
import { PreviewCard } from './preview-card.tsx'
import { refusedFields } from './refused.ts'
import { StartForm } from './start-form.tsx'
import { Suggestions } from './suggestions.tsx'

const PAUSE_MS = 250

/** The start page: goal, options and preview. */
export function StartPage() {
  const [draft, setDraft] = useState(emptyDraft)
  useUsual(setDraft)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const place = useWorkspace()
  const attachments = useAttachments()
  const { start, isStarting } = useStart()
  const preview = usePreview(draft, attachments.files)
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
          attachments={attachments}
          isStarting={isStarting}
          trust={trust}
          onDraft={change}
          onTrusted={trusted}
          onStart={() => start({ ...preview.request, goal: draft.goal })}
        />
        <ModelNotice onConnected={preview.again} />
        <TrustNotice trust={trust} onTrusted={trusted} />
        <FolderNotice why={preview.value?.noWorkspace} />
        {draft.goal.trim() === '' && <ExampleOffer />}
        {draft.goal.trim() === '' && <Examples onPick={(example) => start({ ...place, ...example })} />}
        {draft.goal.trim() === '' && <DueReviews />}
        <Suggestions draft={draft} onTeam={(team) => change({ team, mode: '' })} />
        <PreviewCard preview={preview.value} refusal={preview.refusal} isLoading={preview.isLoading} />
        <AdvancedOptions
          draft={draft}
          mode={preview.mode}
          isOpen={Object.keys(refused).length > 0}
          errorOf={(key) => refused[key]}
          onChange={change}
        />
      </div>
    </main>
  )
}

/** The preview, fetched again when the form changes and then rests. */
function usePreview(draft: Draft, files: Attachments['files']) {
  const place = useWorkspace()
  const [known, setKnown] = useState({ choice: '', mode: '' })
  // One seed per form, so that the run uses exactly the seats shown in the preview.
  const [seed] = useState(() => Math.floor(Math.random() * 2 ** 31))
  const choice = JSON.stringify([draft.mode, draft.team, draft.agents])
  // A team brings its mode, so the preview includes that mode's settings.
  const mode = known.choice === choice ? known.mode : draft.mode
  const attached = files.length > 0 ? { attachments: [...files] } : {}
  const request = { ...place, ...requestOf(draft, mode), ...attached, seed }
  const ask = async (client: Client) => {
    const found = await client.preview(request)
    if (found.ok) setKnown({ choice, mode: found.value.mode })
    return found
  }
  return { ...useAsked(ask, JSON.stringify(request), PAUSE_MS), mode, request }
}

type NewSession = Parameters<ReturnType<typeof useClient>['createSession']>[0]

/** Starts a session and goes there. */
function useStart() {
  const client = useClient()
  const [, navigate] = useLocation()
  const [isStarting, setStarting] = useState(false)
  const begin = async (request: NewSession) => {
    setStarting(true)
    const made = valueOrToast(await client.createSession(request), 'Nothing was started. Your input is still here.')
    setStarting(false)
    if (made) navigate(`/session/${made.id}`)
  }
  return { start: (request: NewSession) => void begin(request), isStarting }
}

/** Fills in mode and team from the settings until the user chooses others. */
function useUsual(setDraft: Dispatch<SetStateAction<Draft>>): void {
  const settings = useAskedHere((client, place) => client.settings(place)).value?.settings
  const mode = String(settings?.defaultMode ?? '')
  const team = String(settings?.defaultTeam ?? '')
  useEffect(() => setDraft((before) => prefilled(before, { mode, team })), [mode, team, setDraft])
}
