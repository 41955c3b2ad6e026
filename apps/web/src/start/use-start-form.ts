import { usualMode } from '@convene/domain'
import type { Client } from '@convene/protocol'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { type Attachments, useAttachments } from '../attachments/attachments.ts'
import { useClient, valueOrToast } from '../connection/client.ts'
import { useCall } from '../connection/use-call.ts'
import { noNewcomer } from '../examples/newcomer.ts'
import { fromHere } from '../ui/from-here.ts'
import { useNewWorkspace } from '../workspace/chosen-workspace.ts'
import { useAgentTrust, useTrust } from '../workspace/use-trust.ts'
import { useWorkspaceCall } from '../workspace/use-workspace-call.ts'
import { type Choice, choiceOf, SAMPLE } from './choice.ts'
import { choiceKey, type Draft, emptyDraft, runRequestOf } from './draft.ts'
import type { ModelBySeat } from './mix.ts'

const PAUSE_MS = 250

export type RunForm = ReturnType<typeof useStartForm>

/** The form's state: input, preview and start function. Optionally starts with a team. */
export function useStartForm(team: string) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...emptyDraft, team, goal: handedGoal() }))
  useUsual(setDraft)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const attachments = useAttachments()
  const { start, isStarting } = useStart()
  const choice = choiceOf(draft, useOwnTeams())
  const preview = usePreview(draft, choice, attachments.files)
  const trust = useTrust()
  const agentTrust = useAgentTrust(preview.value?.seats.some(({ model }) => model.startsWith('acp/')) ?? false)
  const trusted = () => {
    trust.again()
    agentTrust.again()
    preview.again()
  }
  const models = useWorkspaceCall((client, place) => client.models({ ...place, discover: '1' }))
  const of = choiceKey(draft, choice)
  const seatModels = draft.seatModels.of === of ? draft.seatModels.models : {}
  const setSeatModels = (models: ModelBySeat) => change({ seatModels: { of, models } })
  const canStart = draft.goal.trim() !== '' && !isStarting && !attachments.isSending
  const begin = () => start({ ...preview.request, goal: draft.goal })
  const ofRun = { draft, change, choice, preview, models, seatModels, setSeatModels }
  return { ...ofRun, attachments, trust, agentTrust, trusted, canStart, isStarting, begin }
}

/** The goal passed on by the previous page, such as an example's recommendations. */
function handedGoal(): string {
  const { goal } = (history.state ?? {}) as { readonly goal?: unknown }
  return typeof goal === 'string' ? goal : ''
}

/** Whether a team is built in or the user's own. False until the list has loaded. */
function useOwnTeams(): (team: string) => boolean {
  const teams = useWorkspaceCall((client, place) => client.teams(place)).value?.items ?? []
  return (slug) => teams.some(({ team, source }) => team.slug === slug && ['built-in', 'user'].includes(source))
}

/** The preview, fetched again when the user pauses after a change. */
function usePreview(draft: Draft, choice: Choice, files: Attachments['files']) {
  const place = useNewWorkspace()
  const [known, setKnown] = useState({ choice: '', mode: '' })
  // One seed per form, so that the run uses exactly the seats shown in the preview.
  const [seed] = useState(() => Math.floor(Math.random() * 2 ** 31))
  const key = choiceKey(draft, choice)
  // A team brings its mode, so the preview includes that mode's settings.
  const mode = choice.mode ?? (known.choice === key ? known.mode : '')
  const attached = files.length > 0 ? { attachments: [...files] } : {}
  // Before anything is entered, it is about the sample that the box shows.
  const request = { ...place, goal: SAMPLE, ...runRequestOf(draft, choice, mode), ...attached, seed }
  const ask = async (client: Client) => {
    const found = await client.preview(request)
    if (found.ok) setKnown({ choice: key, mode: found.value.mode })
    return found
  }
  return { ...useCall(ask, JSON.stringify(request), PAUSE_MS), mode, request }
}

type NewSession = Parameters<ReturnType<typeof useClient>['createSession']>[0]

/** Starts a session and goes there. */
function useStart() {
  const client = useClient()
  const [isStarting, setStarting] = useState(false)
  const begin = async (request: NewSession) => {
    setStarting(true)
    const goTo = fromHere()
    const made = valueOrToast(await client.createSession(request), 'Nothing was started. Your input is still here.')
    setStarting(false)
    if (!made) return
    noNewcomer()
    goTo(`/session/${made.id}`)
  }
  return { start: (request: NewSession) => void begin(request), isStarting }
}

/** What the settings choose if the user does not. */
function useUsual(setDraft: Dispatch<SetStateAction<Draft>>): void {
  const found = useWorkspaceCall((client, place) => client.settings(place)).value
  const settings = found?.settings
  const hasAgent = settings?.defaultAgent !== found?.defaults?.defaultAgent
  const team = String(settings?.defaultTeam ?? '')
  const mode = String(settings?.defaultMode ?? (hasAgent && !team ? usualMode(1) : ''))
  useEffect(() => setDraft((before) => ({ ...before, usual: { mode, team } })), [mode, team, setDraft])
}
