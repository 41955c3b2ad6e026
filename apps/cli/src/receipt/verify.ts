import { readFileSync } from 'node:fs'
import { knownKey, receiptCrypto } from '@convene/host'
import { receiptText, type VerifiedReceipt, verifyReceipt, WrongReceipt } from '@convene/reading'
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

function receiptLines(verified: VerifiedReceipt, own: string | undefined): readonly string[] {
  const { title, unchecked, rows } = receiptText(verified, own)
  return [
    title,
    ...(unchecked === '' ? [] : [unchecked]),
    '',
    ...rows.map(([label, text]) => `${label.padEnd(10)} ${text}`),
    '',
    ...(verified.key === own ? [] : [COMPARE]),
  ]
}

const COMPARE = 'Compare the key with the one that `convene doctor` shows on the machine of its author.'
