import type { ReceiptCrypto } from '@convene/reading'

/** Hashes and signatures as browsers have them, also for a page that was opened from a folder. */
export const webCrypto: ReceiptCrypto = {
  digest: async (text) => hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))),
  verifies: async (key, signature, text) => {
    const known = await crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify'])
    return crypto.subtle.verify('Ed25519', known, bytesOf(signature), new TextEncoder().encode(text))
  },
  decode: (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
}

/** Why this browser cannot check receipts. Undefined if it can. */
export async function whyNoCrypto(): Promise<string | undefined> {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
    return undefined
  } catch {
    return 'This browser cannot check Ed25519 signatures. Open this page in a newer one, or use convene verify.'
  }
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../gu) ?? [], (byte) => Number.parseInt(byte, 16))
