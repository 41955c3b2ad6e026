import type { ModelInfo } from '../event/run-settings.ts'
import type { Reasoning } from '../reasoning/reasoning.ts'
import type { Refusal } from '../shared/result.ts'
import type { Seat } from '../team/team.ts'

type Models = { readonly [model: string]: ModelInfo }

/** One warning per reasoning level that a seat's model is known to lack. */
export function unmetLevels(seats: readonly Seat[], models: Models, run: Reasoning | undefined): readonly Refusal[] {
  const messages = seats.flatMap((seat) => {
    const level = seat.reasoning ?? run
    const info = models[seat.model]
    const levels = info?.reasoning
    if (level === undefined || levels === undefined || info?.rehearsal || levels.includes(level)) return []
    return [messageOf(seat.model, level, levels)].filter((message) => message !== '')
  })
  return [...new Set(messages)].map((message) => ({ code: 'reasoning_level', message }))
}

function messageOf(model: string, level: Reasoning, levels: readonly Reasoning[]): string {
  if (levels.length === 0)
    return level === 'off' ? '' : `${model} does not reason, so "reasoning: ${level}" has no effect.`
  if (level === 'off') return `${model} always reasons. Using its lowest level, ${levels[0]}.`
  return `${model} has no reasoning level "${level}", only ${levels.join(', ')}. Using the nearest one.`
}
