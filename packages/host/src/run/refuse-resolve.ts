import { cleanLine, dueAt, type Json, type Result, readResolve, refuse, traitsOf } from '@convene/domain'

/** Refuses a check of the outcome that nobody can read, that is due already, or in a mode that decides nothing. */
export function refuseResolve(resolve: Json | undefined, mode: string, now: number): Result<never> | undefined {
  if (typeof resolve !== 'string' || resolve.trim() === '') return undefined
  const read = readResolve(resolve)
  if (!read.ok) return refuse('bad_resolve', `"${cleanLine(resolve)}" cannot be used: ${read.refusal.message}`)
  if (!traitsOf(mode).decides)
    return refuse(
      'bad_resolve',
      `\`--resolve\` does not work in the mode ${mode}. Add \`--mode panel\`, or leave it out.`,
    )
  return dueAt(read.value, now) > now
    ? undefined
    : refuse('bad_resolve', `"${cleanLine(resolve)}" is in the past. Name a later time.`)
}
