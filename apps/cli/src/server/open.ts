import { pathOfSession } from '@convene/desktop'
import { findSession } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { hasPages } from './build-pages.ts'
import { openAt } from './serve.ts'

/** `convene open SESSION`: the app at a session, or at its result. */
export async function openCommand(program: CliProgram, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  if (!(await hasPages(program))) return 2
  const path = pathOfSession(found.value)
  return openAt(program, input, input.flag('result') ? `${path}/result` : path)
}
