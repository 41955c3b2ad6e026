import type { Reply } from './reply.ts'
import { type ServerRequest, textOf } from './request.ts'

/** Which requests a rule applies to. Anything left out matches all. */
export type Match = {
  readonly heading?: string
  readonly agent?: string
  readonly model?: string
  readonly contains?: string
}

export type Answering = (request: ServerRequest) => Reply | Promise<Reply>

/** A reply to one kind of request. */
export type Rule = { readonly matches: (request: ServerRequest) => boolean; readonly reply: Answering }

/** Answers matching requests with each reply in turn, then repeats the last one. */
export function on(match: Match, ...replies: readonly [Reply | Answering, ...(Reply | Answering)[]]): Rule {
  let turn = 0
  return {
    matches: (request) => doesMatch(match, request),
    reply: (request) => {
      const reply = replies[Math.min(turn++, replies.length - 1)] as Reply | Answering
      return typeof reply === 'function' ? reply(request) : reply
    },
  }
}

/** The first matching rule answers. If none matches, the server's own deterministic text. */
export const byRules =
  (rules: readonly Rule[]): Answering =>
  (request) =>
    rules.find((rule) => rule.matches(request))?.reply(request) ?? {}

const doesMatch = (match: Match, request: ServerRequest): boolean =>
  (match.heading === undefined || match.heading === request.heading) &&
  (match.agent === undefined || match.agent === request.agent) &&
  (match.model === undefined || match.model === request.model) &&
  (match.contains === undefined || textOf(request).includes(match.contains))
