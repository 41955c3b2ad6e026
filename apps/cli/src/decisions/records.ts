import { cleanLine, countText } from '@convene/domain'
import {
  compareRules,
  type ModelSummary,
  type PairSummary,
  type PredictionSummary,
  type RulesCompared,
  summarize,
  summarizePredictions,
} from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines, printNote, printTable } from '../terminal/print.ts'

/** `convene records`: how often models were right in resolved decisions, and which are wrong together. */
export async function showRecords(program: CliProgram, input: Input): Promise<number> {
  const { log } = await program.store()
  const decisions = await log.decisions()
  const summary = summarize(decisions)
  const rules = compareRules(decisions)
  const predictions = summarizePredictions(decisions)
  if (input.flag('json')) return printJson(program, { ...summary, predictions, ...(rules && { rules }) })
  const { resolved, unresolved, teamRight, models, pairs } = summary
  const open =
    unresolved > 0 ? ` ${countText(unresolved, 'decision')} without an outcome: convene decisions --unresolved` : ''
  if (resolved === 0) {
    printNote(program, `No resolved decisions yet. Say how one turned out: convene decisions resolve.${open}`)
    printPredictions(program, predictions)
    return 0
  }
  printLines(program, [`Teams were right in ${teamRight} of ${countText(resolved, 'resolved decision')}.`, ''])
  printTable(program, {
    titles: ['model', 'votes', 'right', 'confidence', 'right then', 'Brier', ''],
    rows: models.map(modelRow),
    flexible: 0,
  })
  const together = pairs.filter(({ sameWrong }) => sameWrong > 0)
  if (together.length > 0) {
    printLines(program, ['', 'Wrong together:'])
    printTable(program, { titles: ['models', 'decisions', 'both wrong', 'same answer'], rows: together.map(pairRow) })
  }
  printPredictions(program, predictions)
  if (rules) printLines(program, ['', ...rulesText(rules)])
  if (open) printNote(program, open.trim())
  return 0
}

/** Known as soon as the experiment has run, so no outcome is needed. */
function printPredictions(program: CliProgram, predictions: readonly PredictionSummary[]): void {
  if (predictions.length === 0) return
  printLines(program, ['', 'Predicted what experiments would show:'])
  printTable(program, {
    titles: ['model', 'predicted', 'right'],
    rows: predictions.map(({ model, predicted, right }) => [
      cleanLine(model),
      String(predicted),
      `${right} (${percent(right / predicted)})`,
    ]),
    flexible: 0,
  })
}

/** The same votes, counted by the rule and by a plain majority. */
function rulesText({ decisions, counting, majority }: RulesCompared): readonly string[] {
  const line = (name: string, { right, brier }: RulesCompared['counting']) =>
    `  ${name} ${countOf(right)} of ${decisions} right, Brier ${brier.toFixed(3)}`
  return [
    'How votes would have been counted, knowing only earlier outcomes:',
    line('by weight:  ', counting),
    line('by majority:', majority),
  ]
}

/** A tie counts as a toss: half a decision, or a third. */
const countOf = (right: number): string => (Number.isInteger(right) ? String(right) : right.toFixed(1))

const percent = (share: number): string => `${Math.round(share * 100)} %`

function modelRow({ model, votes, right, stated }: ModelSummary): readonly string[] {
  const calibration = stated
    ? [percent(stated.said), percent(stated.was), stated.brier.toFixed(3), strip(stated)]
    : ['-', '-', '-', '']
  return [cleanLine(model), String(votes), `${right} (${percent(right / votes)})`, ...calibration]
}

const CELLS = 12

/** Filled up to how often it was right, with a mark at its stated confidence: the gap shows how much to discount. */
function strip({ said, was }: { readonly said: number; readonly was: number }): string {
  const mark = Math.min(CELLS - 1, Math.round(said * (CELLS - 1)))
  const filled = Math.round(was * CELLS)
  return Array.from({ length: CELLS }, (_, cell) => (cell === mark ? '┃' : cell < filled ? '█' : '░')).join('')
}

const pairRow = ({ models, together, bothWrong, sameWrong }: PairSummary): readonly string[] => [
  models.map(cleanLine).join(' + '),
  String(together),
  String(bothWrong),
  String(sameWrong),
]
