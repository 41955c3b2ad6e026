import { cleanLine, type Decision, isUndecided, type Result, refuse, type Session } from '@convene/domain'
import { findSession, shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'

/** `convene vote`: casts the user's vote in an open decision, whichever process has the run. */
export async function voteCommand(program: CliProgram, input: Input): Promise<number> {
  const [part = '', name = '', option = ''] = input.words
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const engine = await program.engine()
  const state = await engine.state(found.value)
  const decision = findDecision(state, name)
  if (!decision.ok) return program.refuse(decision.refusal)
  const reason = input.text('reason')
  const command = {
    type: 'vote',
    decision: decision.value.id,
    option,
    ...(reason !== undefined && { reason }),
  } as const
  const refusal = await engine.send(found.value, command)
  if (refusal) return program.refuse(refusal)
  program.terminal.err.write('Vote cast. It stays secret until voting closes and cannot be changed.\n')
  return 0
}

/** `convene propose`: opens a team vote in an active run. */
export async function proposeCommand(program: CliProgram, input: Input): Promise<number> {
  const [part = '', topic = '', ...options] = input.words
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const engine = await program.engine()
  const evidence = input.text('evidence')
  const refusal = await engine.send(found.value, { type: 'propose', topic, options, ...(evidence && { evidence }) })
  if (refusal) return program.refuse(refusal)
  const decision = Object.values((await engine.state(found.value))?.decisions ?? {}).at(-1)
  const vote = decision?.eligible.includes('user')
    ? ` Your vote: convene vote ${shortId(found.value)} ${decision.id} 1`
    : ''
  program.terminal.err.write(`Voting opened. Voters: ${(decision?.eligible ?? []).map(cleanLine).join(', ')}.${vote}\n`)
  return 0
}

/** The decision with this id or part of an id. If several match, the open one. */
function findDecision(state: Session | undefined, name: string): Result<Decision> {
  const all = Object.values(state?.decisions ?? {})
  const exact = all.find(({ id }) => id === name)
  if (exact) return { ok: true, value: exact }
  const open = all.filter((decision) => isUndecided(decision) && name !== '' && decision.id.includes(name))
  const [only, ...others] = open
  if (only && others.length === 0) return { ok: true, value: only }
  const listed = all.filter(isUndecided).map(({ id, topic }) => `${id} (${cleanLine(topic)})`)
  if (only)
    return refuse('ambiguous_decision', `"${name}" matches several decisions: ${open.map(({ id }) => id).join(', ')}.`)
  const there = listed.length > 0 ? `Open decisions: ${listed.join('; ')}.` : 'No vote is open in it.'
  return refuse('decision_not_found', `No decision "${name}" in this session. ${there}`)
}
