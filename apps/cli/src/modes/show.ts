import { capTexts, countText, type Mode, modes, nearestName, toDot, toMermaid } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printJson, printLines } from '../terminal/print.ts'

/** `convene modes show`: the states of a mode and its transitions. */
export async function showMode(program: Program, input: Input): Promise<number> {
  const wanted = input.words[0] ?? ''
  const mode = modes[wanted]
  if (!mode) {
    const nearest = nearestName(wanted, Object.keys(modes))
    const hint = nearest ? ` Did you mean "${nearest}"?` : ''
    const all = Object.keys(modes).join(', ')
    return program.refuse({ code: 'unknown_mode', message: `Unknown mode "${wanted}".${hint} Modes: ${all}.` })
  }
  const { name, summary, transitions } = mode
  if (input.flag('json')) return printJson(program, { name, summary, limits: mode.limits(ofSize(1)), transitions })
  if (input.text('format') === 'dot') return printLines(program, [toDot(name, transitions)])
  return printLines(program, [...limitLines(mode), toMermaid(transitions)])
}

/** Printed as Mermaid comments, so that the output can be pasted as it is. */
function limitLines(mode: Mode): readonly string[] {
  const seats = mode.seats?.({}).members?.length ?? 1
  const isPerMember = mode.limits(ofSize(1)).maxCalls !== mode.limits(ofSize(2)).maxCalls
  const size = isPerMember ? `, with ${countText(seats, 'member')}` : ''
  const ways = mode.limitsBy?.(ofSize(seats))
  if (!ways) return [`%% Default limits${size}: ${capTexts(mode.limits(ofSize(seats))).join(', ')}`]
  return Object.entries(ways).map(
    ([way, limits]) => `%% Default limits (${way})${size}: ${capTexts(limits).join(', ')}`,
  )
}

const ofSize = (count: number) => ({ members: { length: count } })
