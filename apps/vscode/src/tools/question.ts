import { cleanLine, type RunRequest, traitsOf, usualMode } from '@convene/domain'
import type { NewSession } from '@convene/protocol'
import { listed } from '../approvals/ask-text.ts'
import { usualMembers } from '../chat/chat-action.ts'

/** Another agent's question, and the team to ask. */
export type ToolQuestion = { readonly question: string; readonly mode?: string; readonly team?: string }

type Read = (ToolQuestion & { readonly ok: true }) | { readonly ok: false; readonly why: string }

const modes = ['agent', 'broadcast', 'panel', 'orchestrate']
const usual = usualMode(usualMembers.length)
/** Files are refused: the agent may have written one itself, with prompts the user has never seen. */
const isFile = (team: string): boolean => /[\\/]|\.json$/iu.test(team)
const LONGEST_NAME = 80

/** Parses another agent's question. The editor does not validate it against the schema, so this does. */
export function readToolQuestion(input: unknown): Read {
  const given = typeof input === 'object' && input !== null ? (input as { [name: string]: unknown }) : {}
  const { question, mode, team } = given
  if (typeof question !== 'string' || question.trim() === '')
    return { ok: false, why: 'Pass the whole question as text in "question".' }
  if (mode !== undefined && !modes.includes(mode as string))
    return { ok: false, why: `"mode" must be one of ${modes.join(', ')}.` }
  if (team !== undefined && !isName(team)) return { ok: false, why: '"team" must be a team name, not a file.' }
  const unknown = Object.keys(given).find((name) => !['question', 'mode', 'team'].includes(name))
  if (unknown !== undefined) return { ok: false, why: `Unknown property "${unknown}". Use question, mode and team.` }
  return {
    ok: true,
    question,
    ...(mode !== undefined && { mode: mode as string }),
    ...(team !== undefined && { team }),
  }
}

const isName = (team: unknown): team is string =>
  typeof team === 'string' && team.trim() !== '' && team.length <= LONGEST_NAME && !isFile(team)

/** What the user agrees to: team and mode first, then the asking agent's words. */
export function confirmationOf({ question, mode, team }: ToolQuestion): string {
  const how = mode ?? (team === undefined ? usual : 'the team’s own')
  const who = team === undefined ? usualFor(how) : `“${cleanLine(team)}”`
  return `Mode: ${how}. Team: ${who}. Reads this workspace and changes no files.\n\n${question}`
}

const usualFor = (mode: string): string => (traitsOf(mode).picks ? listed(usualMembers) : 'the default for this mode')

/** The session that answers: read-only tools and no approvals. */
export function sessionFor(
  { question: goal, mode, team }: ToolQuestion,
  workspace: string,
  options: RunRequest = {},
): NewSession {
  return {
    ...(options as Partial<NewSession>),
    goal,
    workspace,
    readOnly: true,
    yes: true,
    interactive: false,
    ...(team === undefined ? workersOf(mode) : { team, ...(mode !== undefined && { mode }) }),
  }
}

/** Independent answers from several agents, unless another mode was requested. */
const workersOf = (mode = usual) => (traitsOf(mode).picks ? { mode, agents: [...usualMembers] } : { mode })
