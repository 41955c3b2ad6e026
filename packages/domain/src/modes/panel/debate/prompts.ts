import { type DeclaredAnswer, jsonText } from '../../../answer/declared.ts'
import { quoted } from '../../../text/quoted.ts'
import { looksIn } from '../experiment/state.ts'
import { section } from '../setup/prompt-parts.ts'
import { ledgerText } from './ledger.ts'
import { isStuck } from './nothing-new.ts'
import { roundNow } from './speakers.ts'
import { type DebateContext, turnLimit } from './state.ts'
import { namedText } from './window.ts'

/** What every ask for a contribution says about the moderator and tools. */
export const noticesFor = (context: DebateContext, agent: string): readonly string[] => [
  section('From the moderator', quoted((context.panel.debate.notes[agent] ?? []).join('\n'))),
  section('Tools', isStuck(context, agent) ? NO_TOOLS : ''),
]

const NO_TOOLS = 'Take this turn without tools: in your last one, the calls were refused or brought nothing new.'

/** A turn's place in the debate. */
export function whereText(context: DebateContext, turn: number): string {
  const { panel } = context
  const round = roundNow(context)
  const most =
    panel.opening.rounds !== null && turnLimit(context) === null
      ? `round ${round} of at most ${panel.opening.rounds + looksIn(panel.debate.experiment)}`
      : ''
  return most === '' ? `Round ${round}, turn ${turn} of at most ${panel.opening.maxTurns}.` : `This is ${most}.`
}

/** Why nobody should give in out of politeness. */
export const UNMOVED =
  'Others may be wrong for the same reason: that several agree proves nothing. Change your position only if you can name the error in your own argument, or evidence that you had not seen.'

/** The end of a contribution: its lines, and how a program reads them. */
export type AnswerEnding = { readonly lines: string; readonly answer: DeclaredAnswer }

/** How every ask for a contribution ends. */
export const answerEndText = ({ lines, answer }: AnswerEnding): string =>
  `End with these lines. ${jsonText(answer)}\n\n${lines}`

/** Asks a panelist once more, for something shorter or without tools. */
export function redirectBrief(context: DebateContext, agent: string, lines: string): string {
  const { rule = '', reason = '' } = context.panel.debate.violations.findLast((one) => one.agent === agent) ?? {}
  const cap = context.run.limits.maxTokensPerTurn
  const wish =
    rule === 'tokens_per_turn'
      ? `Give the same contribution in at most ${cap} tokens (about ${Math.floor((cap ?? 0) * 0.7)} words).`
      : 'Give your contribution now, from what you have. Use no tools.'
  return `Your contribution was not passed on. ${reason} ${wish} End with the same lines:\n\n${lines}`
}

/** The whole discussion, as the Head reads it. */
export function transcriptParts(context: DebateContext): readonly string[] {
  return [
    section('Transcript', namedText(context, context.panel.debate.board).join('\n\n')),
    section('Position ledger', quoted(ledgerText(context))),
  ]
}
