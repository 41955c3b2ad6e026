import type { Result } from '@convene/domain'
import type { Answered, TeamAnswer } from './team-answer.ts'

/** What a program asks of a team, in whichever of the API's two forms. */
export type Asked = {
  readonly model: string
  readonly goal: string
  /** The session that it continues. */
  readonly session: string | undefined
  readonly stream: boolean
}

/** One endpoint: how its requests are read, and how answers are written. */
export type Dialect<A extends Asked = Asked> = {
  read(body: unknown): Result<A>
  /** The whole answer at once. */
  whole(asked: A, answer: TeamAnswer, answered: Answered): object
  stream(asked: A, answer: TeamAnswer): Writer
}

type Send = (value: object) => void

/** Writes what happens while a team works, then its answer. */
export type Writer = {
  begin(send: Send): void
  /** Somebody has begun or answered. */
  sentence(send: Send, text: string): void
  end(send: Send, answered: Result<Answered>): void
  /** What follows the last message. */
  readonly closing: string
}
