import type { Result } from '@convene/domain'
import type { AnsweredTeam, TeamAnswer } from './team-answer.ts'

/** A program's request to a team, in either of the API's two forms. */
export type ApiRequest = {
  readonly model: string
  readonly goal: string
  /** The session to continue. */
  readonly session: string | undefined
  readonly stream: boolean
}

/** One endpoint: how to read its requests and write its answers. */
export type Dialect<A extends ApiRequest = ApiRequest> = {
  read(body: unknown): Result<A>
  /** The full answer at once. */
  whole(asked: A, answer: TeamAnswer, answered: AnsweredTeam): object
  stream(asked: A, answer: TeamAnswer): Writer
}

type Send = (value: object) => void

/** Writes a team's progress, then its answer. */
export type Writer = {
  begin(send: Send): void
  /** An agent has started or answered. */
  sentence(send: Send, text: string): void
  end(send: Send, answered: Result<AnsweredTeam>): void
  /** What follows the last message. */
  readonly closing: string
}
