import { readFileSync } from 'node:fs'
import { cleanLine, countText } from '@convene/domain'
import { knownKey, receiptCrypto } from '@convene/host'
import {
  otherRulesText,
  type ReceiptContents,
  type ReceiptResult,
  type VerifiedReceipt,
  verifyReceipt,
  WrongReceipt,
} from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines } from '../terminal/print.ts'

const NOT_RECOMPUTED = 3

/**
 * `convene verify`: checks the signature, the chain and the seals of a receipt, and works its results out again. Ends
 * with 3 if everything holds that it could check, but it does not have the rules of a result.
 */
export async function verifyFile(program: CliProgram, input: Input): Promise<number> {
  const path = input.words[0] ?? ''
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    return program.refuse({ code: 'not_found', message: (error as Error).message })
  }
  try {
    const verified = await verifyReceipt(bytes, receiptCrypto)
    const { header, key, results } = verified
    const notRecomputed = results.flatMap(({ seq, came }) => (came === 'unknown' ? [seq] : []))
    if (input.flag('json')) printJson(program, { valid: true, key, notRecomputed, ...header })
    else printLines(program, receiptLines(verified, knownKey(program.home)))
    return notRecomputed.length === 0 ? 0 : NOT_RECOMPUTED
  } catch (error) {
    if (!(error instanceof WrongReceipt)) throw error
    const { code, place, message } = error
    if (input.flag('json')) printJson(program, { valid: false, code, place, message })
    else program.refuse({ code, message: `Not valid, in ${place}: ${message}.` })
    return 1
  }
}

function receiptLines({ header, key, results }: VerifiedReceipt, own: string | undefined): readonly string[] {
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
    ...rowsIf(checks.of, (of) => ['Checks', `${checks.passed} of ${of} passed`]),
    ...rowsIf(votes.cast, (cast) => ['Votes', `${votes.sealed} of ${cast} sealed when they were cast`]),
    ...contents.results.map((result): Row => ['Result', resultText(result, ways[came.get(result.event) ?? 'asked'])]),
    ...rowsIf(leftOut, (events) => ['Left out', `the texts of ${countText(events, 'event')}`]),
  ]
  return [
    unknown ? 'Valid as far as this version can tell' : 'Valid',
    ...(unknown?.rules ? [otherRulesText(unknown.rules)] : []),
    '',
    // Its author chose the texts: none may look like another row.
    ...rows.map(([label, text]) => `${label.padEnd(10)} ${cleanLine(text)}`),
    '',
    ...(key === own ? [] : ['Compare the key with the one that `convene doctor` shows on the machine of its author.']),
  ]
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
