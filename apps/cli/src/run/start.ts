import { refuseWorkspace } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { hasPages } from '../server/build-pages.ts'
import { openAppCommand } from '../server/serve.ts'
import { exitCodeOf } from '../terminal/interrupts.ts'
import { runGoal } from './run.ts'

/** Goals that make sense in any folder. */
export const examples: readonly string[] = [
  'What is in this folder, and what should a newcomer read first?',
  'Which part of this would be the hardest to change, and why?',
  'What are the undocumented risks in this folder?',
]

/**
 * Bare `convene`: opens the app. If its pages are missing and cannot be built, asks for a goal and offers examples.
 * Without a terminal, runs the first example.
 */
export async function startCommand(program: CliProgram, input: Input): Promise<number> {
  if (await hasPages(program)) return openAppCommand(program, input)
  if (input.words.length > 0 || input.flag('window') || input.flag('browser')) return 2
  const refusal = refuseWorkspace(program.workspace)
  if (refusal) return program.refuse(refusal)
  const goal = program.terminal.canAsk ? await askGoal(program) : examples[0]
  if (goal === null) return exitCodeOf.SIGINT
  if (goal === undefined) return 0
  return runGoal(program, withMembers(input), { text: goal, attachments: [], pictures: [] })
}

async function askGoal({ terminal }: CliProgram): Promise<string | undefined | null> {
  const { style } = terminal.err
  terminal.err.write(`\n${style.bold('What should the team work on?')}\n\n`)
  for (const [index, example] of examples.entries()) terminal.err.write(`  ${style.cyan(`${index + 1}`)}  ${example}\n`)
  terminal.err.write(`\n${style.dim('Type a goal or the number of an example. Enter runs the first, Ctrl-C exits.')}\n`)
  const typed = await terminal.ask('› ')
  if (typeof typed !== 'string') return typed
  const text = typed.trim() || '1'
  return /^[1-3]$/u.test(text) ? examples[Number(text) - 1] : text
}

/** Three agents at once unless the user chose otherwise: that is what Convene is for. */
function withMembers(input: Input): Input {
  if (['team', 'agents', 'mode'].some((option) => input.text(option) !== undefined)) return input
  return { ...input, text: (option) => (option === 'agents' ? 'architect,security,ux' : input.text(option)) }
}
