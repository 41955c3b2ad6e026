import { type Result, refuse, type SessionId } from '@convene/domain'
import { type Program, prepareTeam, quoteFile, settingsOf, startSession } from '@convene/host'
import type { Settings } from '@convene/library'
import { contract } from '@convene/protocol'
import { failureResponse, type RouteContext, readBody, withWorkspace } from '@convene/server'
import type { Hono } from 'hono'
import { secretOf } from './secret.ts'
import { type SeenSignatures, seenSignatures } from './seen-signatures.ts'
import { checkSignature, SIGNATURE } from './signature.ts'

const MOST_BYTES = 1_048_576
const MOST_QUOTED = 200_000

/** Mounts the hooks that start runs. From outside, a missing hook and a wrong signature look the same. */
export function mountHooks(app: Hono, context: RouteContext): void {
  const seen = seenSignatures(context.program)
  app.post(contract.hook.path, async (call) => {
    const body = await readBody(call.req.raw, MOST_BYTES)
    if (!body.ok) return failureResponse(body.refusal)
    const signature = call.req.header(SIGNATURE) ?? null
    const text = new TextDecoder().decode(body.value)
    const started = await startFrom(context, seen, { name: call.req.param('name'), signature, text })
    return started.ok ? Response.json(started.value, { status: 202 }) : failureResponse(started.refusal)
  })
}

type Posted = { readonly name: string; readonly signature: string | null; readonly text: string }

async function startFrom(
  context: RouteContext,
  seen: SeenSignatures,
  { name, signature, text }: Posted,
): Promise<Result<{ readonly id: string; readonly rehearsal: boolean }>> {
  const program = context.program.at(context.program.workspace)
  const settings = await settingsOf(program)
  const hook = settings.ok ? settings.value.settings.webhooks.in[name] : undefined
  const secret = hook && secretOf(hook, program.environment)
  if (!hook || !secret) return refuse('bad_signature', 'The signature is missing or wrong.')
  const checked = checkSignature(signature, { secret, body: text, now: program.now() })
  if (!checked.ok) return checked
  if (!(await seen.isNew(`${name} ${signature}`, checked.value.expires)))
    return refuse('bad_signature', 'This request has already been received.')
  return withWorkspace(context, hook.workspace, async (place) => start(place, hook, goalOf(hook.goal, text)))
}

/** The posted text comes from outside: it is quoted under the goal and is never part of it. */
function goalOf(goal: string, posted: string): string {
  return posted.trim() === '' ? goal : `${goal}\n\n${quoteFile('payload.json', posted.slice(0, MOST_QUOTED))}`
}

type Hook = Settings['webhooks']['in'][string]

/** The settings name the team, and the caller does not. */
async function start(
  place: Program,
  { goal: _goal, workspace: _workspace, secret: _secret, secretEnv: _secretEnv, ...options }: Hook,
  goal: string,
): Promise<Result<{ readonly id: string; readonly rehearsal: boolean }>> {
  const caller = { program: place, by: 'webhook', allowChanges: true } as const
  const run = await prepareTeam(caller, { ...options, interactive: true, directory: place.workspace })
  if (!run.ok) return run
  const id = (await place.ids()).next() as SessionId
  const workspace = place.repository ?? place.workspace
  const create = { type: 'create', goal, workspace, run: run.value.start } as const
  const { refusal } = await startSession(place, id, create)
  return refusal ? { ok: false, refusal } : { ok: true, value: { id, rehearsal: run.value.rehearsal } }
}
