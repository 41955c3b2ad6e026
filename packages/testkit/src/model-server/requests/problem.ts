import type { DialectName, ServerRequest } from '../request.ts'
import { chatProblem } from './chat.ts'
import { converseProblem } from './converse.ts'
import { geminiProblem } from './gemini.ts'
import { messagesProblem } from './messages.ts'
import { ollamaProblem } from './ollama.ts'
import { responsesProblem } from './responses.ts'

type CheckedRequest = Pick<ServerRequest, 'dialect' | 'body' | 'path'>

const problems: {
  readonly [dialect in DialectName]: (body: ServerRequest['body'], path: string) => string | undefined
} = {
  chat: chatProblem,
  responses: responsesProblem,
  messages: messagesProblem,
  gemini: geminiProblem,
  converse: converseProblem,
  ollama: ollamaProblem,
}

/** Why the real service would refuse this request, or undefined if it would not. */
export const requestProblem = ({ dialect, body, path }: CheckedRequest): string | undefined =>
  problems[dialect](body, path)
