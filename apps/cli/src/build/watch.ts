import type { Session } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { inForeground } from '../run/foreground.ts'

/** Shows what agents do in a session after `before`, until they rest. */
export const watch = (program: CliProgram, input: Input, before: Session): Promise<number> =>
  inForeground(program, input, { session: before.id, before, followUp: true })
