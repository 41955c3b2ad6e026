import { type ModelRequest, toArray, type Usage } from '@convene/domain'
import type { ModelFailure } from '@convene/engine'
import { type Asked, failure } from './failure.ts'

/** Shorter conversations fit every window. */
const LONG = 20_000
/** More characters per token than any text has. */
const MOST_PER_TOKEN = 10

/** How long a conversation is, without images. */
export function charactersOf({ system, lines }: ModelRequest): number {
  let characters = system.length
  for (const line of toArray(lines)) characters += line.role === 'tool' ? line.output.length : line.text.length
  return characters
}

/** The server counted far less input than we sent, so its answer ignores part of the conversation. */
export function cutFailure(sent: number, usage: Usage | null, asked: Asked): ModelFailure | undefined {
  if (usage === null || sent < LONG || usage.input * MOST_PER_TOKEN >= sent) return undefined
  const setting = `models."${asked.model}".context`
  const message = `${asked.label} read only ${usage.input} tokens and dropped the rest of the conversation. Start it with a larger context window, or set ${setting} to the one it has.`
  return failure('context_overflow', message, asked)
}
