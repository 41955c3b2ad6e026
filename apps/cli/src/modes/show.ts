import { capTexts, countText, type Mode, modes, nearestName, toDot, toMermaid } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines } from '../terminal/print.ts'

/** `convene modes show`: the states of a mode and its transitions. */
export async function showMode(program: CliProgram, input: Input): Promise<number> {
  const wanted = input.words[0] ?? ''
  const mode = modes[wanted]
  if (!mode) {
    const nearest = nearestName(wanted, Object.keys(modes))
    const hint = nearest ? ` Did you mean "${nearest}"?` : ''
    const all = Object.keys(modes).join(', ')
    return program.refuse({ code: 'unknown_mode', message: `Unknown mode "${wanted}".${hint} Modes: ${all}.` })
  }
  const { name, summary, transitions } = mode
  if (input.flag('json')) return printJson(program, { name, summary, ...defaultLimits(mode), transitions })
  if (input.text('format') === 'dot') return printLines(program, [toDot(name, transitions)])
  return printLines(program, [...limitLines(mode), toMermaid(transitions)])
}

/** For the default team. `limitsBy` has the limits of each of the mode's variants. */
function defaultLimits(mode: Mode) {
  const members = seatsOf(mode)
  const ways = waysOf(mode, members)
  return {
    members,
    limits: mode.limits(ofSize(members)),
    ...(ways.length > 0 && { limitsBy: Object.fromEntries(ways) }),
  }
}

const waysOf = (mode: Mode, members: number) =>
  mode.traits.ways.map((way) => [way, mode.limits(ofSize(members), way)] as const)

const seatsOf = (mode: Mode): number => mode.seats?.({}).members?.length ?? 1

/** Printed as Mermaid comments, so the output can be pasted as it is. */
function limitLines(mode: Mode): readonly string[] {
  const seats = seatsOf(mode)
  const isPerMember = mode.limits(ofSize(1)).maxCalls !== mode.limits(ofSize(2)).maxCalls
  const size = isPerMember ? `, with ${countText(seats, 'member')}` : ''
  const ways = waysOf(mode, seats)
  if (ways.length === 0) return [`%% Default limits${size}: ${capTexts(mode.limits(ofSize(seats))).join(', ')}`]
  return ways.map(([way, limits]) => `%% Default limits (${way})${size}: ${capTexts(limits).join(', ')}`)
}

const ofSize = (count: number) => ({ members: { length: count } })
