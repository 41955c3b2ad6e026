import { cleanLine, countText } from '@convene/domain'
import type { ReceiptContents, ReceiptResult } from './contents.ts'
import { otherRulesText } from './other-rules.ts'
import type { VerifiedReceipt } from './verify-receipt.ts'

/** What people read of a receipt that nothing is wrong with. */
export type ReceiptText = {
  readonly title: string
  /** What this version could not check. Empty if it could check everything. */
  readonly unchecked: string
  readonly rows: readonly Row[]
}

/** A verified receipt in words. `own` is the key of this machine, if it has one. */
export function receiptText({ header, key, results }: VerifiedReceipt, own: string | undefined): ReceiptText {
  const { contents, leftOut } = header
  const { votes, checks, models, forkOf } = contents
  const came = new Map(results.map((result) => [result.seq, result.came]))
  const unknown = contents.results.find(({ event }) => came.get(event) === 'unknown')
  const rows: readonly Row[] = [
    ['Signed by', `${key}${key === own ? ' (this machine)' : ''}`],
    ['Made', `${header.made} by ${header.program}`],
    ['Session', `${header.session}${header.decision === null ? '' : `, up to decision ${header.decision}`}`],
    ['Chain', `${countText(header.events, 'event')}, head ${header.head}`],
    ...rowsIf(forkOf, (fork) => ['Fork of', `${fork.session} at event ${fork.event}, link ${fork.link ?? 'unknown'}`]),
    ...models.map(({ seat, model }, index): Row => [index === 0 ? 'Models' : '', `${seat}: ${model}`]),
    ['Cost', costText(contents)],
    ...rowsIf(checks.of, (of) => ['Check runs', `${checks.passed} of ${of} passed`]),
    ...rowsIf(votes.cast, (cast) => ['Votes', `${votes.sealed} of ${cast} sealed when they were cast`]),
    ...contents.results.map((result): Row => ['Result', resultText(result, ways[came.get(result.event) ?? 'asked'])]),
    ...rowsIf(leftOut, (events) => ['Left out', `the texts of ${countText(events, 'event')}`]),
  ]
  return {
    title: unknown ? 'Valid as far as this version can tell' : 'Valid',
    unchecked: unknown?.rules ? otherRulesText(unknown.rules) : '',
    // Its author chose the texts: none may look like another row.
    rows: rows.map(([label, text]) => [label, cleanLine(text)] as const),
  }
}

type Row = readonly [label: string, text: string]

const rowsIf = <T>(value: T | null, row: (value: T) => Row): readonly Row[] => (value ? [row(value)] : [])

function costText({ costUsd, unpriced, calls }: ReceiptContents): string {
  const rest = unpriced > 0 ? `, and ${countText(unpriced, 'call')} without a price` : ''
  return `$${costUsd}${rest} (${countText(calls, 'call')})`
}

function resultText({ event, verdict, how, probability }: ReceiptResult, came: string): string {
  const share = probability === null ? '' : `, ${Math.round(probability * 100)} %`
  return `event ${event}: ${[verdict, how].filter((one) => one !== '').join(', ')}${share} (${came})`
}

const ways = {
  same: 'follows from the events',
  asked: 'somebody decided it',
  unknown: 'not worked out again',
  other: 'does not follow',
} as const
