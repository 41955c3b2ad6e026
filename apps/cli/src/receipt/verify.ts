import { readFileSync } from 'node:fs'
import { countText } from '@convene/domain'
import { knownKey, receiptCrypto } from '@convene/host'
import { otherRulesText, type VerifiedReceipt, verifyReceipt, WrongReceipt } from '@convene/reading'
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
  const { votes, checks, models, costUsd, calls, unpriced, forkOf } = contents
  const came = new Map(results.map((result) => [result.seq, result.came]))
  const unknown = contents.results.find(({ event }) => came.get(event) === 'unknown')
  return [
    unknown ? 'Valid as far as this version can tell' : 'Valid',
    ...(unknown?.rules ? [otherRulesText(unknown.rules)] : []),
    '',
    `Signed by  ${key}${key === own ? ' (this machine)' : ''}`,
    `Made       ${header.made} by ${header.program}`,
    `Session    ${header.session}${header.decision === null ? '' : `, up to decision ${header.decision}`}`,
    `Chain      ${countText(header.events, 'event')}, head ${header.head}`,
    ...(forkOf ? [`Fork of    ${forkOf.session} at event ${forkOf.event}, link ${forkOf.link ?? 'unknown'}`] : []),
    ...models.map(({ seat, model }, index) => `${index === 0 ? 'Models    ' : '          '} ${seat}: ${model}`),
    `Cost       $${costUsd}${unpriced > 0 ? `, and ${countText(unpriced, 'call')} without a price` : ''} (${countText(calls, 'call')})`,
    ...(checks.of > 0 ? [`Checks     ${checks.passed} of ${checks.of} passed`] : []),
    ...(votes.cast > 0 ? [`Votes      ${votes.sealed} of ${votes.cast} sealed when they were cast`] : []),
    ...contents.results.map(({ event, verdict, how, probability }) => {
      const share = probability === null ? '' : `, ${Math.round(probability * 100)} %`
      return `Result     event ${event}: ${[verdict, how].filter((one) => one !== '').join(', ')}${share} (${ways[came.get(event) ?? 'asked']})`
    }),
    ...(leftOut > 0 ? [`Left out   the texts of ${countText(leftOut, 'event')}`] : []),
    '',
    ...(key === own ? [] : ['Compare the key with the one that `convene doctor` shows on the machine of its author.']),
  ]
}

const ways = {
  same: 'follows from the events',
  asked: 'somebody decided it',
  unknown: 'not worked out again',
  other: 'does not follow',
} as const
