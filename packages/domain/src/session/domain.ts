import type { Effect, ModelEffect, Outcome, Step } from '../effect/effect.ts'
import type { ModelRequest } from '../effect/request.ts'
import type { Event, Fact } from '../event/event.ts'
import { ownRules } from '../event/rule-versions.ts'
import { failRun } from '../mode/conclude.ts'
import { modes as allModes, type Modes } from '../modes/modes.ts'
import type { EffectKey } from '../shared/ids.ts'
import type { Command } from '../state/command.ts'
import type { Session } from '../state/session.ts'
import { stamp } from '../state/stamp.ts'
import { absorb } from './absorb.ts'
import { accept } from './accept.ts'
import { evolve } from './evolve.ts'
import { next } from './next.ts'
import { prompt } from './prompt.ts'
import { recover } from './recover.ts'
import type { Acceptance } from './refuse-command.ts'
import { isSealed } from './withhold.ts'

/** The pure functions the engine uses. `evolve` records, `absorb` reads, `next` decides, `prompt` writes. */
export interface Domain {
  /** Changes when the same log folds to a different state: snapshots from other versions are folded again. */
  readonly version: string
  stamp(session: Session, fact: Fact, at: number, batch: number): Event
  evolve(session: Session, event: Event): Session
  next(session: Session): Step
  absorb(session: Session, effect: Effect, outcome: Outcome): readonly Fact[]
  /** `at` is the time of the command: a stop ends the run then, and not at its last event. */
  accept(session: Session, command: Command, at?: number): Acceptance
  recover(session: Session, at: number): readonly Fact[]
  /** The end of a run that cannot continue, such as one that never settles. */
  fail(session: Session, code: string, message: string): readonly Fact[]
  prompt(session: Session, effect: ModelEffect): ModelRequest
  /** Whether the text of a running call must not be shown while it is written. */
  isSealed(session: Session, effect: EffectKey): boolean
}

/** The domain with these modes. */
export function createDomain(modes: Modes = allModes): Domain {
  return {
    version: String(ownRules.fold),
    stamp,
    evolve: (session, event) => evolve(session, event, modes),
    next: (session) => next(session, modes),
    absorb: (session, effect, outcome) => absorb(session, effect, outcome, modes),
    accept: (session, command, at = session.at) =>
      named(command, accept({ ...session, at: Math.max(at, session.at) }, command, modes)),
    recover,
    fail: failRun,
    prompt: (session, effect) => prompt(session, effect, modes),
    isSealed,
  }
}

/** The domain of an engine: it also reads claims. Everything else folds the results, and starts without the reader. */
export const engineDomain = async (): Promise<Domain> => {
  const { readingClaims } = await import('./claim-reader.ts')
  return readingClaims(createDomain())
}

/** All immediate consequences of a command name the person who gave it. */
const named = ({ person }: Command, accepted: Acceptance): Acceptance =>
  person ? { ...accepted, facts: accepted.facts.map((fact) => ({ ...fact, person })) } : accepted
