import { isFinal } from '@convene/domain'
import { type ListedSession, readPublic } from '@convene/engine'
import { allPending, sessionOf, shownId, waitingFor, withInterrupted } from '@convene/host'
import { decisionsIn } from '@convene/reading'
import { z } from 'zod'
import type { McpCaller } from './caller.ts'
import { PendingResult, toolResult } from './result.ts'
import { tool } from './tool.ts'

const MOST_LISTED = 50
const readOnly = { readOnlyHint: true, openWorldHint: false }

const Row = z.object({ session: z.string(), title: z.string(), state: z.string(), updatedAt: z.string() })

const Decided = z.object({
  topic: z.string(),
  options: z.array(z.string()),
  option: z.string().describe('What was decided. Empty if nothing was, or not yet.'),
  how: z.string(),
  votes: z.record(z.string(), z.number()),
  rationale: z.string(),
  dissent: z.array(z.object({ voter: z.string(), option: z.string(), reason: z.string() })),
  turnedOut: z.string().describe('Whether it was right, if the user has said so.'),
})

/** Read-only tools: nothing here changes or answers anything. */
export function addSessionTools(caller: McpCaller): void {
  tool(caller, {
    name: 'list_sessions',
    title: 'List sessions',
    description: 'Lists the newest sessions of this workspace: what teams were asked, and how far they are.',
    input: z.strictObject({ limit: z.number().int().min(1).max(MOST_LISTED).default(10) }),
    output: z.object({ sessions: z.array(Row) }),
    hints: readOnly,
    run: async (_call, { limit }) => toolResult({ sessions: await sessionRows(caller, limit) }),
  })
  tool(caller, {
    name: 'get_decision',
    title: 'Read the decisions of a session',
    description: 'Reads what a team has decided: the options, the votes, the reasons and who disagreed.',
    input: z.strictObject({ session: z.string().min(4).max(40) }),
    output: z.object({ decisions: z.array(Decided) }),
    hints: readOnly,
    run: async (_call, { session }) => toolResult({ decisions: await decisionsOf(caller, session) }),
  })
  tool(caller, {
    name: 'list_approvals',
    title: 'List what waits for the user',
    description: 'Lists what the teams of this workspace wait for. Only the user can answer, in Convene.',
    input: z.strictObject({}),
    output: z.object({ approvals: z.array(PendingResult.extend({ session: z.string() })) }),
    hints: readOnly,
    run: async () => toolResult({ approvals: await approvalsIn(caller) }),
  })
}

/** The newest sessions of the caller's workspace. */
export async function sessionRows({ program }: McpCaller, limit: number): Promise<readonly z.infer<typeof Row>[]> {
  const { log } = await program.store()
  const rows = await log.list({ limit, workspace: program.workspace })
  return (await withInterrupted(program, rows)).map((row) => ({
    session: row.id,
    title: row.title,
    state: stateOf(row),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }))
}

/** The same words as in the answers of other tools. */
function stateOf({ phase, asks, interrupted }: ListedSession & { readonly interrupted?: boolean }): string {
  if (isFinal(phase) || phase === 'idle') return phase
  if (asks > 0) return 'waiting'
  return interrupted ? 'interrupted' : phase === 'paused' ? phase : 'running'
}

async function decisionsOf(caller: McpCaller, id: string): Promise<readonly z.infer<typeof Decided>[]> {
  const session = await sessionOf(caller, id)
  const { log } = await caller.program.store()
  const all = decisionsIn(await readPublic(log, session.id, { after: 0 }))
  return all.map(({ topic, options, committed, resolved }) => ({
    topic,
    options,
    option: committed?.option ?? '',
    how: committed?.how ?? 'open',
    votes: committed?.votes ?? {},
    rationale: committed?.rationale ?? '',
    dissent: committed?.dissent ?? [],
    turnedOut: resolved?.option ?? resolved?.outcome ?? '',
  }))
}

async function approvalsIn({ program }: McpCaller) {
  const here = (await allPending(program)).filter(({ session }) => session.workspace === program.workspace)
  return here.flatMap((each) =>
    each.pending.kind === 'vote'
      ? []
      : [{ id: shownId(each), session: each.session.id as string, ...waitingFor(each.pending) }],
  )
}
