import { capTexts, type Mode, modes, nearestName, toDot, toMermaid } from '@convene/domain'
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
  return printLines(program, [`%% ${limitsLine(mode)}`, toMermaid(transitions)])
}

/** Printed as a Mermaid comment, so that the output can be pasted as it is. */
function limitsLine(mode: Mode): string {
  const [one, two] = [mode.limits(ofSize(1)), mode.limits(ofSize(2))]
  const isPerMember = one.maxCalls !== two.maxCalls
  return `Default limits${isPerMember ? ', with one member' : ''}: ${capTexts(one).join(', ')}`
}

const ofSize = (count: number) => ({ members: { length: count } })
