import { modes, nearestName, toDot, toMermaid } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printJson, printLines } from '../terminal/print.ts'

/** `convene modes show`: the states of a mode and what leads from one to the next. */
export async function showMode(program: Program, input: Input): Promise<number> {
  const wanted = input.words[0] ?? ''
  const mode = modes[wanted]
  if (!mode) {
    const nearest = nearestName(wanted, Object.keys(modes))
    const hint = nearest ? ` Did you mean "${nearest}"?` : ''
    const all = Object.keys(modes).join(', ')
    return program.refuse({ code: 'unknown_mode', message: `There is no mode "${wanted}".${hint} Modes: ${all}.` })
  }
  const { name, summary, transitions } = mode
  if (input.flag('json')) return printJson(program, { name, summary, transitions })
  return printLines(program, [input.text('format') === 'dot' ? toDot(name, transitions) : toMermaid(transitions)])
}
