import { createHmac } from 'node:crypto'
import { type Result, refuse } from '@convene/domain'
import { isEqualInConstantTime } from '@convene/server'

/** The header with a signature, in both directions. */
export const SIGNATURE = 'x-convene-signature'

/** How old a signed time may be, and how long a signature is remembered. */
export const WINDOW_MS = 5 * 60_000

/** `t=<seconds>,v1=<HMAC-SHA-256 of "<seconds>.<body>", in hex>`: a replay later is not accepted. */
export function signed(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1_000)
  return `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`)}`
}

/**
 * Whether a body was signed with the secret, and recently. A signature of the body alone, `sha256=<hex>`, is accepted
 * too: it has no time in it, so it counts once.
 */
export function checkSignature(
  header: string | null,
  { secret, body, now }: { readonly secret: string; readonly body: string; readonly now: number },
): Result<{ readonly expires: boolean }> {
  const [, plain] = /^sha256=([0-9a-f]{64})$/u.exec(header ?? '') ?? []
  if (plain !== undefined) return isEqualInConstantTime(plain, hmac(secret, body)) ? fine(false) : wrong
  const [, time, value] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/u.exec(header ?? '') ?? []
  if (time === undefined || value === undefined || !isEqualInConstantTime(value, hmac(secret, `${time}.${body}`)))
    return wrong
  if (Math.abs(now - Number(time) * 1_000) <= WINDOW_MS) return fine(true)
  return refuse('bad_signature', 'The signature is too old. Sign again with the current time.')
}

const fine = (expires: boolean) => ({ ok: true, value: { expires } }) as const
const wrong = refuse('bad_signature', 'The signature is missing or wrong.')

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')
