import type { Event, Fact } from '../event/event.ts'
import type { RunSettings } from '../event/run-settings.ts'
import { domain, reply, runStart, seat, settled, told, underWay } from '../session/session.fixture.ts'
import type { SessionId } from '../shared/ids.ts'
import type { Command } from '../state/command.ts'
import type { Decision } from '../state/decision.ts'
import { emptySession, type Session } from '../state/session.ts'

export const allowed = [{ layer: 'user', rules: { decide: 'allow', vote: 'allow', handoff: 'allow' } }]

type Given = {
  readonly mode?: string
  readonly members?: readonly string[]
  readonly lead?: boolean
  readonly settings?: Partial<RunSettings>
  readonly limits?: object
}

/** A team at work: three members who answer right away, and optionally a lead. */
export function atWork(given: Given = {}): Session {
  const { mode = 'broadcast', members = ['ada', 'bert', 'cleo'], lead = true, settings = {}, limits = {} } = given
  const seats = members.map((slug) => seat(slug))
  const start = runStart({ mode, members: seats, limits, settings: { permissions: allowed, ...settings } })
  const team = lead ? { ...start.team, lead: seat('lead', { seat: 'lead' }) } : start.team
  const created: Command = { type: 'create', goal: 'Ship it.', workspace: '/project', run: { ...start, team } }
  return underWay(told(emptySession('S' as SessionId), created))
}

export const proposal: Command = { type: 'propose', topic: 'Where do we store it?', options: ['SQLite', 'Postgres'] }

export const proposed = (session: Session, command: Command = proposal): Session => underWay(told(session, command))

/** The agent's newest call ends with this text: it may be asked something while it works on something else. */
export function says(session: Session, agent: string, text: string, more: object = {}): Session {
  const calls = Object.values(session.started).filter((one) => one.kind === 'model' && one.agent === agent)
  const newest = calls.at(-1)
  if (!newest) throw new Error(`${agent} has no call under way`)
  const only = { ...session, started: { [newest.key]: newest } }
  const facts = domain.absorb(only, newest, reply(text, more))
  return underWay(settled(session, facts))
}

/** All members have argued, and their votes are requested. */
export const deliberated = (session: Session, ...agents: readonly string[]): Session =>
  (agents.length > 0 ? agents : ['ada', 'bert', 'cleo']).reduce(
    (now, agent) => says(now, agent, `${agent} argues.`),
    session,
  )

export const votes = (session: Session, agent: string, option: string): Session =>
  says(session, agent, `VOTE: ${option}\nREASON: ${agent} knows.\nCONFIDENCE: 70`)

export const only = (session: Session): Decision => Object.values(session.decisions)[0] as Decision

/** The state after the pending timers of this kind have fired. */
export function rung(session: Session, end: string): Session {
  const timers = domain.next(session).want.filter(({ kind, key }) => kind === 'timer' && key.endsWith(end))
  const facts: readonly Fact[] = timers.map(({ key }) => ({ type: 'timer.fired', data: { effect: key } }))
  const at = Math.max(session.at, ...timers.map(({ notBefore }) => notBefore ?? 0))
  return underWay(settled(session, facts, at))
}

/** All events recorded while this happens. */
export function recording(story: () => void): readonly Event[] {
  const events: Event[] = []
  const { evolve } = domain
  Object.assign(domain, {
    evolve: (session: Session, event: Event) => {
      events.push(event)
      return evolve(session, event)
    },
  })
  story()
  Object.assign(domain, { evolve })
  return events
}
