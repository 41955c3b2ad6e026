import { writeFile } from 'node:fs/promises'
import { clean, cleanLine, type Refusal, type Result, type SessionId } from '@convene/domain'
import { findSession } from '@convene/host'
import { type WorktreeStore, worktrees } from '@convene/tools'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printNote } from '../terminal/print.ts'

type Worker = { readonly session: SessionId; readonly agent: string }

/** `convene sessions patch`: shows an agent's worktree changes, writes them to a file, or applies them to the workspace. */
export async function patchSession(program: CliProgram, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const trees = worktrees(program.home)
  const names = await trees.agentsOf(found.value)
  const agent = chosen(names, worktreeOf(names, input.text('step')) ?? input.text('agent') ?? input.text('step'))
  if (!agent.ok) return program.refuse(agent.refusal)
  const worker = { session: found.value, agent: agent.value }
  return input.flag('apply') ? apply(program, trees, worker) : show(program, trees, worker, input.text('output'))
}

/** The newest worktree of a plan step. Each attempt has its own. */
function worktreeOf(names: readonly string[], step: string | undefined): string | undefined {
  const prefix = `step-${step?.toLowerCase().replaceAll('_', '-')}-`
  const own = names.filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
  return own.toSorted((one, other) => Number(one.slice(prefix.length)) - Number(other.slice(prefix.length))).at(-1)
}

function chosen(agents: readonly string[], named: string | undefined): Result<string> {
  const [only] = agents
  if (only === undefined) return no('no_worktree', 'No agent in this session used a worktree.')
  if (named !== undefined && agents.includes(named)) return { ok: true, value: named }
  if (named === undefined && agents.length === 1) return { ok: true, value: only }
  const message =
    named === undefined ? 'Choose one with --agent or --step.' : `"${named}" has no worktree in this session.`
  return no('no_worktree', `${message} Worktrees: ${agents.join(', ')}.`)
}

const no = (code: string, message: string): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code, message },
})

async function apply(program: CliProgram, trees: WorktreeStore, worker: Worker): Promise<number> {
  const applied = await trees.applyTo(worker)
  if (!applied.ok) return program.refuse(applied.refusal)
  const { files } = applied.value
  if (files.length === 0) printNote(program, `${worker.agent} has made no changes.`)
  for (const file of files) program.terminal.err.write(`Changed ${cleanLine(file)}\n`)
  return 0
}

async function show(
  program: CliProgram,
  trees: WorktreeStore,
  worker: Worker,
  file: string | undefined,
): Promise<number> {
  const patch = await trees.diffOf(worker)
  if (!patch.ok) return program.refuse(patch.refusal)
  if (patch.value.length === 0) printNote(program, `${worker.agent} has made no changes.`)
  if (file !== undefined) return save(program, file, patch.value)
  const text = patch.value.toString('utf8')
  program.terminal.out.write(program.terminal.out.isTerminal ? clean(text) : text)
  return 0
}

/** As raw bytes: a patch of a file in another encoding is not UTF-8 text. */
async function save(program: CliProgram, file: string, patch: Uint8Array): Promise<number> {
  try {
    await writeFile(file, patch, { flag: 'wx' })
    printNote(program, `Written to ${file}.`)
    return 0
  } catch (error) {
    return program.refuse({ code: 'not_written', message: (error as Error).message })
  }
}
