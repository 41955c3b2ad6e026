import { cleanLine } from '@convene/domain'
import type { NewSession } from '@convene/protocol'
import { listed } from '../approvals/ask-text.ts'
import { usualMembers } from '../chat/chat-deed.ts'

/** What another agent wants to know, and of whom. */
export type Question = { readonly question: string; readonly mode?: string; readonly team?: string }

type Read = (Question & { readonly ok: true }) | { readonly ok: false; readonly why: string }

const modes = ['agent', 'broadcast', 'panel', 'orchestrate']
/** A file may be one that the agent has written itself, with prompts that nobody has seen. */
const isFile = (team: string): boolean => /[\\/]|\.json$/iu.test(team)
const LONGEST_NAME = 80

/** What another agent asks. The editor does not check it against the schema, so it is checked here. */
export function readQuestion(input: unknown): Read {
  const given = typeof input === 'object' && input !== null ? (input as { [name: string]: unknown }) : {}
  const { question, mode, team } = given
  if (typeof question !== 'string' || question.trim() === '')
    return { ok: false, why: 'Give the whole question as text, in "question".' }
  if (mode !== undefined && !modes.includes(mode as string))
    return { ok: false, why: `"mode" is one of ${modes.join(', ')}.` }
  if (team !== undefined && !isName(team)) return { ok: false, why: '"team" is the name of a team, and no file.' }
  const unknown = Object.keys(given).find((name) => !['question', 'mode', 'team'].includes(name))
  if (unknown !== undefined) return { ok: false, why: `There is no "${unknown}". Give question, mode and team.` }
  return {
    ok: true,
    question,
    ...(mode !== undefined && { mode: mode as string }),
    ...(team !== undefined && { team }),
  }
}

const isName = (team: unknown): team is string =>
  typeof team === 'string' && team.trim() !== '' && team.length <= LONGEST_NAME && !isFile(team)

/** What a person agrees to: who works how, before the words of the agent that asks. */
export function confirmationOf({ question, mode, team }: Question): string {
  const how = mode ?? (team === undefined ? 'broadcast' : 'the team’s own')
  const who = team === undefined ? usualFor(how) : `“${cleanLine(team)}”`
  return `Mode: ${how}. Team: ${who}. It reads this workspace and changes no files.\n\n${question}`
}

const usualFor = (mode: string): string => (mode === 'broadcast' ? listed(usualMembers) : 'the usual one of this mode')

/** The session that answers it: with tools that only read, and nobody to ask. */
export function sessionFor({ question: goal, mode, team }: Question, workspace: string): NewSession {
  return {
    goal,
    workspace,
    readOnly: true,
    yes: true,
    interactive: false,
    ...(team === undefined ? workersOf(mode) : { team, ...(mode !== undefined && { mode }) }),
  }
}

/** Independent answers of several, unless another way was asked for. */
const workersOf = (mode = 'broadcast') => (mode === 'broadcast' ? { mode, agents: [...usualMembers] } : { mode })
