import { type ContextLine, type ModelRequest, perChunk, type Usage } from '@convene/domain'
import type { ModelFailure } from '@convene/engine'
import { type CalledProvider, ownFailure } from './failure.ts'

/** Shorter conversations fit every window. */
const LONG = 20_000
/** More characters per token than any text has. */
const MOST_PER_TOKEN = 10

const lengths = perChunk((lines: readonly ContextLine[]) =>
  lines.reduce((sum, line) => sum + (line.role === 'tool' ? line.output : line.text).length, 0),
)

/** How long a conversation is, without images. */
export const charactersOf = ({ system, lines }: Pick<ModelRequest, 'system' | 'lines'>): number =>
  lengths(lines).reduce((sum, length) => sum + length, system.length)

/** The server counted far less input than we sent, so its answer ignores part of the conversation. */
export function cutFailure(sent: number, usage: Usage | null, asked: CalledProvider): ModelFailure | undefined {
  if (usage === null || sent < LONG || usage.input * MOST_PER_TOKEN >= sent) return undefined
  const setting = `models."${asked.model}".context`
  const message = `${asked.label} read only ${usage.input} tokens and dropped the rest of the conversation. Start it with a larger context window, or set ${setting} to the one it has.`
  return ownFailure('context_overflow', message, asked)
}
