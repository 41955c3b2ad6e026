import { cleanLine, type RecordedDecision } from '@convene/domain'
import { findDecision, resolveDecision } from '@convene/host'
import { reminderOf } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { exitCodeOf } from '../terminal/interrupts.ts'
import { printNote } from '../terminal/print.ts'
import { dueHere } from './due.ts'

/** `convene decisions resolve`: records how a decision turned out, or removes that. Without a decision, asks about those due. */
export async function resolveOutcome(program: CliProgram, input: Input): Promise<number> {
  const place = input.words[0]
  if (place === undefined) {
    const isMeant = input.text('outcome') !== undefined || input.flag('undo')
    return isMeant || !program.terminal.canAsk ? program.refuse({ code: 'usage', message: WHICH }) : resolveDue(program)
  }
  const found = await findDecision(program, place)
  if (!found.ok) return program.refuse(found.refusal)
  const outcome = input.text('outcome')
  const undo = input.flag('undo')
  if (outcome === undefined && !undo && program.terminal.canAsk) return askAbout(program, [found.value])
  if ((outcome === undefined) !== undo) return program.refuse({ code: 'usage', message: choose(undo) })
  return resolve(program, found.value, outcome, input.text('note'))
}

const choose = (undo: boolean): string =>
  undo ? 'Use either --outcome or --undo.' : 'Say how it turned out: --outcome OPTION, none or unclear.'

/** Asks about every decision whose date has come. */
export async function resolveDue(program: CliProgram): Promise<number> {
  const due = await dueHere(program)
  if (due.length > 0) return askAbout(program, due)
  printNote(program, 'No decision is due for a review. `convene decisions` lists all.')
  return 0
}

const WHICH =
  'Say which decision: convene decisions resolve SESSION/DECISION. `convene decisions --due` lists those due.'

/** Asks about one decision after the other, until the user leaves. */
async function askAbout(program: CliProgram, decisions: readonly RecordedDecision[]): Promise<number> {
  for (const decision of decisions) {
    printQuestion(program, decision)
    const said = await askUntilMeant(program, decision)
    if (said === null) return exitCodeOf.SIGINT
    if (said === 'left') return 0
  }
  return 0
}

function printQuestion({ terminal, now }: CliProgram, decision: RecordedDecision): void {
  const { style, write } = terminal.err
  write(`\n${style.bold(cleanLine(decision.question))}\n${reminderOf(decision, now())}\n\n`)
  for (const [index, option] of decision.options.entries())
    write(`  ${style.cyan(`${index + 1}`)}  ${cleanLine(option)} was right\n`)
  write(`  ${style.cyan('n')}  no option was right\n  ${style.cyan('u')}  it is unclear\n`)
  write(`  ${style.cyan('l')}  ask again later\n\n`)
}

const SHORT: { readonly [typed: string]: string } = { n: 'none', u: 'unclear' }

/** Enter leaves a decision for later too, except in a chat, where an empty line is nothing. What is not one of the answers is asked again. */
async function askUntilMeant(program: CliProgram, decision: RecordedDecision): Promise<'said' | 'left' | null> {
  for (;;) {
    const typed = await program.terminal.ask('Answer: ')
    if (typed === null) return null
    const answer = typed?.trim().toLowerCase() ?? ''
    if (typed === undefined) return 'left'
    if (answer === '' || answer === 'l') return 'said'
    if ((await resolve(program, decision, SHORT[answer] ?? answer)) === 0) return 'said'
  }
}

async function resolve(
  program: CliProgram,
  { session, decision, run }: RecordedDecision,
  outcome: string | undefined,
  note?: string,
): Promise<number> {
  const done = await resolveDecision(program, { session, decision, run, outcome, note })
  if (!done.ok) return program.refuse(done.refusal)
  program.terminal.err.write(`${done.value}\n`)
  return 0
}
