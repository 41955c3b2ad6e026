import {
  changedInWorktree,
  directoryOf,
  type Event,
  type EventOf,
  type Result,
  refuse,
  type Session,
  type SessionId,
} from '@convene/domain'
import { revertDiff, revertPatch } from '@convene/tools'
import type { Program } from '../program.ts'
import { readWhole } from './read-whole.ts'

/** A change that a session made to a file, and whether it was reverted. */
export type SessionFileChange = {
  /** `d1`, `d2`… in the order in which they were made. */
  readonly name: string
  readonly event: EventOf<'artifact'>
  readonly reverted: boolean
}

/** A session's changes, oldest first. */
export function changesIn(events: readonly Event[]): readonly SessionFileChange[] {
  const isApart = changedInWorktree(events)
  const back = new Set(events.flatMap((event) => (event.type === 'artifact.reverted' ? [event.data.artifact] : [])))
  return events
    .filter((event): event is EventOf<'artifact'> => event.type === 'artifact' && event.data.kind === 'diff')
    .filter((event) => !isApart(event))
    .map((event, index) => ({ name: `d${index + 1}`, event, reverted: back.has(event.data.id) }))
}

/** A reverted change, and what happened to its file. */
export type Reverted = { readonly name: string; readonly what: string }

/** Reverts a change in the workspace, by its name or its artifact's id, and records that. */
export async function revertChange(program: Program, session: SessionId, wanted: string): Promise<Result<Reverted>> {
  const { log } = await program.store()
  const engine = await program.engine()
  const forbidden = await engine.refuses(session, { type: 'reverted', artifact: wanted })
  if (forbidden) return { ok: false, refusal: forbidden }
  const changes = changesIn(await readWhole(log, session))
  const change = changes.find(({ name, event }) => name === wanted || event.data.id === wanted)
  const state = await engine.state(session)
  const names = changes.map(({ name }) => name).join(', ') || 'none'
  if (!change || !state) return refuse('unknown_artifact', `No change "${wanted}" in this session. Changes: ${names}.`)
  if (change.reverted) return refuse('reverted', `${change.name} is already reverted.`)
  const { event, name } = change
  const reverted = await takeBack(state, event)
  if (!reverted.ok) return reverted
  const refusal = await engine.send(session, { type: 'reverted', artifact: event.data.id })
  return refusal ? { ok: false, refusal } : { ok: true, value: { name, what: reverted.value } }
}

/** A change to one file is reverted where it was made, a step's patch in the workspace. */
async function takeBack(state: Session, { agent = '', data, step }: EventOf<'artifact'>): Promise<Result<string>> {
  if (step === undefined || data.path !== undefined) return revertDiff(directoryOf(state, { agent }), data)
  const files = await revertPatch(state.workspace, data.text ?? '')
  return files.ok ? { ok: true, value: files.value.join(', ') } : files
}
