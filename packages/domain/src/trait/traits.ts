import type { MessageKind } from '../event/facts.ts'

/** What the rest of the program needs to know about a mode. It asks for these, never for the mode's name. */
export type Traits = {
  /** The user can have a seat. */
  readonly userSeat: boolean
  /** A single agent works on the goal, so there is no team to describe. */
  readonly alone: boolean
  /** One member gets the goal first and may delegate to the others. */
  readonly entry: boolean
  /** Members answer one after another, and the last answer is the result. */
  readonly chain: boolean
  /** Members do not learn who said what, and what they say is checked before anyone reads it. */
  readonly anonymous: boolean
  /** Every member's answer is a result, and the user can pick one. */
  readonly picks: boolean
  /** A lead plans for the others and combines their work. */
  readonly led: boolean
  /** Results are evaluated, by a judge if the team has one, and improved. */
  readonly judged: boolean
  /** Agents change files at the same time, each in its own worktree if that is possible. */
  readonly worktrees: boolean
  /** What has checks that Convene runs itself: each of its steps, the whole run, or nothing. */
  readonly checks: 'steps' | 'run' | 'none'
  /** It ends with a decision or an estimate that can turn out right or wrong. */
  readonly decides: boolean
  /** The summary at the end says who did what, which no message repeats. */
  readonly accounts: boolean
  /** It debates in rounds. What is said between two rounds belongs to the first of them. */
  readonly rounds: boolean
  /** The stage a phase belongs to, if it is not the usual one. */
  readonly stages: { readonly [phase: string]: string }
  /** It counts turns itself, and ends the run after them. In others, each call of a root task is a turn. */
  readonly countsTurns: boolean
  /**
   * What happens when a run limit is reached. `words`: each agent gets one last call, without tools, to say what it
   * has. `reserve`: tasks end with what they have said, and what the mode assigns then is paid from the reserve.
   * `silence`: nothing more is asked.
   */
  readonly closing: 'words' | 'reserve' | 'silence'
  /** The ways in which it can work, if there are several with different limits. */
  readonly ways: readonly string[]
  /** The kinds of messages that can be the result, the most final one first. */
  readonly results: readonly MessageKind[]
}

/** A mode without any peculiarity, and one that this version does not know. */
export const plainTraits: Traits = {
  userSeat: false,
  alone: false,
  entry: false,
  chain: false,
  anonymous: false,
  picks: false,
  led: false,
  judged: false,
  worktrees: false,
  checks: 'none',
  decides: false,
  accounts: false,
  rounds: false,
  countsTurns: false,
  closing: 'silence',
  ways: [],
  stages: {},
  // Questions, topics, plans and reviews are progress: the last of them would be mistaken for the result.
  results: ['synthesis', 'answer', 'report', 'argument'],
}
