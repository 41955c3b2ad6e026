import { cleanLine, optionMeant, type RecordedDecision, type Result, refuse, type SessionId } from '@convene/domain'
import type { Program } from '../program.ts'
import { findSession, shortId } from '../sessions/find-session.ts'

/** How a decision turned out, as the user states it: an option by its text or number, `none`, or `unclear`. */
export type OutcomeRequest = {
  readonly session: SessionId
  readonly decision: string
  /** The run that decided. Default: the last one with a decision of this name. */
  readonly run?: string | undefined
  /** Undefined withdraws an earlier outcome. */
  readonly outcome?: string | undefined
  readonly note?: string | undefined
}

/** The decision behind `<session>/<id>`. If the session has only one decision, its id may be omitted. */
export async function findDecision(program: Program, place: string): Promise<Result<RecordedDecision>> {
  const slash = place.indexOf('/')
  const found = await findSession(program, slash < 0 ? place : place.slice(0, slash))
  if (!found.ok) return found
  const own = await decisionsOf(program, found.value)
  const id = slash < 0 ? undefined : place.slice(slash + 1)
  const meant = own.filter(({ decision }) => id === undefined || decision === id)
  const one = meant.at(-1)
  if (one && (id !== undefined || meant.length === 1)) return { ok: true, value: one }
  const short = shortId(found.value)
  const names = [...new Set(own.map(({ decision }) => `${short}/${decision}`))].map(cleanLine).join(', ')
  const hint = names === '' ? 'Nothing was decided in this session yet.' : `Decisions: ${names}.`
  return refuse(
    'decision_not_found',
    `${id === undefined ? 'Which decision?' : `Unknown decision "${cleanLine(id)}".`} ${hint}`,
  )
}

/** Records how a decision turned out. Returns what was recorded. */
export async function resolveDecision(program: Program, request: OutcomeRequest): Promise<Result<string>> {
  const { session, decision: id, run, outcome, note = '' } = request
  const own = (await decisionsOf(program, session)).filter((each) => each.decision === id)
  const decision = own.findLast((each) => run === undefined || each.run === run)
  if (!decision) return refuse('decision_not_found', `No committed decision ${cleanLine(id)} in this session.`)
  if (decision.isRehearsal && outcome !== undefined)
    return refuse('rehearsal', "A rehearsal's decision says nothing about models. Its outcome is not recorded.")
  const said = outcomeOf(decision, outcome)
  if (!said.ok) return said
  const engine = await program.engine()
  const place = { decision: id, run: decision.run, note, by: 'user' }
  const refusal = await engine.send(session, { type: 'resolve', ...place, ...said.value })
  return refusal ? { ok: false, refusal } : { ok: true, value: told(said.value) }
}

type Said = { readonly outcome: 'option' | 'none' | 'unclear' | 'withdrawn'; readonly option?: string }

function outcomeOf({ options }: RecordedDecision, said: string | undefined): Result<Said> {
  if (said === undefined) return { ok: true, value: { outcome: 'withdrawn' } }
  const option = options.find((each) => each === said) ?? optionMeant(options, said)
  if (option !== undefined) return { ok: true, value: { outcome: 'option', option } }
  if (said === 'none' || said === 'unclear') return { ok: true, value: { outcome: said } }
  const listed = options.map((each, index) => `${index + 1}. ${cleanLine(each)}`).join('; ')
  return refuse('unknown_option', `"${cleanLine(said)}" is not one of the options: ${listed}. Or say: none, unclear.`)
}

function told({ outcome, option = '' }: Said): string {
  switch (outcome) {
    case 'option':
      return `Recorded: “${cleanLine(option)}” was right.`
    case 'none':
      return 'Recorded: no option was right.'
    case 'unclear':
      return 'Recorded: the outcome is unclear. It does not count in the record.'
    default:
      return 'The outcome was withdrawn.'
  }
}

async function decisionsOf(program: Program, session: SessionId): Promise<readonly RecordedDecision[]> {
  const { log } = await program.store()
  return (await log.decisions()).filter((each) => each.session === session)
}
