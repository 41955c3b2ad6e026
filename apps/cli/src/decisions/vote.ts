import { cleanLine, type Decision, isUndecided, type Result, refuse, type Session } from '@convene/domain'
import { findSession, shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'

/** `convene vote`: the person's own vote in a decision of the team, wherever the run is. */
export async function vote(program: Program, input: Input): Promise<number> {
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
  program.terminal.err.write('Your vote is in. It is secret until the vote is closed, and cannot be changed.\n')
  return 0
}

/** `convene propose`: puts something to the vote of the team, in a run that is under way. */
export async function propose(program: Program, input: Input): Promise<number> {
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
  program.terminal.err.write(`Put to the vote of ${(decision?.eligible ?? []).map(cleanLine).join(', ')}.${vote}\n`)
  return 0
}

/** The decision that a person means by its id or any part of it: an open one, where several fit. */
function findDecision(state: Session | undefined, name: string): Result<Decision> {
  const all = Object.values(state?.decisions ?? {})
  const exact = all.find(({ id }) => id === name)
  if (exact) return { ok: true, value: exact }
  const open = all.filter((decision) => isUndecided(decision) && name !== '' && decision.id.includes(name))
  const [only, ...others] = open
  if (only && others.length === 0) return { ok: true, value: only }
  const listed = all.filter(isUndecided).map(({ id, topic }) => `${id} (${cleanLine(topic)})`)
  if (only)
    return refuse('ambiguous_decision', `"${name}" fits several decisions: ${open.map(({ id }) => id).join(', ')}.`)
  const there = listed.length > 0 ? `Open are: ${listed.join('; ')}.` : 'Nothing is put to a vote in it now.'
  return refuse('decision_not_found', `There is no decision "${name}" in this session. ${there}`)
}
