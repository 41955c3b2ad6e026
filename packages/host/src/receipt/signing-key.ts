import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '@convene/platform'
import type { ReceiptCrypto, Signing } from '@convene/reading'

export const receiptKeyFile = (home: string): string => join(home, 'receipt-key.pem')

/** The key of this data folder, which is created with the first receipt. Only its user can read it. */
export function signingKey(home: string): Signing {
  const path = receiptKeyFile(home)
  if (!statSync(path, { throwIfNoEntry: false })) create(home, path)
  const key = createPrivateKey(readFileSync(path))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is no Ed25519 key`)
  return {
    digest,
    key: publicHex(key),
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  }
}

/** The public key as people compare it. Undefined if no receipt has been made yet. */
export const knownKey = (home: string): string | undefined =>
  statSync(receiptKeyFile(home), { throwIfNoEntry: false }) &&
  publicHex(createPrivateKey(readFileSync(receiptKeyFile(home))))

/** Under its name only when it is whole, and never in place of another one. */
function create(home: string, path: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const made = `${path}.${randomUUID()}`
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(made, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 })
  try {
    linkSync(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(made, { force: true })
  }
}

const publicHex = (key: KeyObject): string =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')

/** What checks receipts on this machine. */
export const receiptCrypto: ReceiptCrypto = {
  digest,
  verifies,
  decode: (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
}

/** Whether this key signed this text. */
function verifies(key: string, signature: string, text: string): boolean {
  try {
    const x = Buffer.from(key, 'hex').toString('base64url')
    const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(text), known, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}
