import type { DoctorCheck } from '@convene/host'
import type { CliProgram } from '../program.ts'

export function checkTerminal({ terminal, environment }: CliProgram): DoctorCheck {
  const { out } = terminal
  if (!out.isTerminal) return { state: 'good', what: 'terminal', found: 'none, printing plain lines' }
  const colours = environment.NO_COLOR
    ? 'no colours (NO_COLOR)'
    : /truecolor|24bit/iu.test(environment.COLORTERM ?? '')
      ? '24-bit colours'
      : '256 colours'
  const found = `${out.columns()} × ${out.rows()}, ${colours}`
  if (out.columns() >= 60) return { state: 'good', what: 'terminal', found }
  return { state: 'note', what: 'terminal', found, fix: 'The live view works best with at least 60 columns.' }
}
