import { AUTO, cleanLine, type Result, refuse, type SessionId, shortId } from '@convene/domain'
import { findSession, type HostRunRequest, leavesTeamOpen } from '@convene/host'
import type { Client, NewSession } from '@convene/protocol'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printNote } from '../terminal/print.ts'
import { inForeground } from './foreground.ts'
import type { Goal } from './goal.ts'

type Remote = CliProgram & { readonly remote: NonNullable<CliProgram['remote']> }

/** `convene run` on a server: it knows the teams, models and keys, so it prepares the run. */
export async function runThere(program: Remote, input: Input, goal: Goal, request: HostRunRequest): Promise<number> {
  const { client } = program.remote
  const body = await bodyOf(program, goal, request)
  if (!body.ok) return program.refuse(body.refusal)
  const workspace = workspaceThere(input.text('workspace'))
  const begun = await begin(program, client, input.text('session'), { ...body.value, ...(workspace && { workspace }) })
  if (!begun.ok) return program.refuse(begun.refusal)
  const { session, warnings, after } = begun.value
  if (!input.flag('detach')) {
    const before = after === undefined ? undefined : await (await program.engine()).state(session)
    return inForeground(program, input, { session, warnings, ...(before && { before }) })
  }
  program.terminal.out.write(`${session}\n`)
  printNote(program, `Running on ${program.remote.server}. To watch it: convene resume ${shortId(session)}`)
  return 0
}

/** A folder on the server, or a repository. A local folder means nothing there. */
const workspaceThere = (named: string | undefined): string | undefined =>
  named && /^(?:git:|\/)/u.test(named) ? named : undefined

type Begun = { readonly session: SessionId; readonly warnings: readonly string[]; readonly after?: number }

async function begin(
  program: CliProgram,
  client: Client,
  part: string | undefined,
  body: NewSession,
): Promise<Result<Begun>> {
  if (part === undefined) {
    const made = await client.createSession(body)
    return made.ok
      ? { ok: true, value: { session: cleanLine(made.value.id) as SessionId, warnings: made.value.warnings } }
      : made
  }
  const found = await findSession(program, part)
  if (!found.ok) return found
  const { workspace: _, ...run } = body
  const told = await client.command({ id: found.value, type: 'run', ...run })
  return told.ok
    ? { ok: true, value: { session: found.value, warnings: told.value.notes, after: told.value.seq } }
    : told
}

async function bodyOf({ remote, terminal }: Remote, goal: Goal, request: HostRunRequest): Promise<Result<NewSession>> {
  const attachments: { hash: string; name: string }[] = []
  for (const { name, bytes } of goal.pictures) {
    const kept = await remote.client.upload({ name, file: bytes })
    if (!kept.ok) return refuse('bad_goal', `Cannot attach ${name}: ${kept.refusal.message}`)
    attachments.push({ hash: kept.value.hash, name })
  }
  const { startedBy: _startedBy, directory: _directory, ...options } = request
  const chosen = leavesTeamOpen(options) && terminal.canAsk && terminal.out.isTerminal ? AUTO : options.mode
  const attached = attachments.length > 0 ? { attachments } : {}
  const body = { ...options, goal: goal.text, mode: chosen, ...attached }
  return { ok: true, value: JSON.parse(JSON.stringify(body)) as NewSession }
}
