import { createHash } from 'node:crypto'
import { NEVER_FORGOTTEN } from '@convene/engine'
import type { Program } from '@convene/host'
import { importSignatures } from './former-files.ts'

/**
 * Remembers used signatures, even after a restart and in other processes of this data folder: each is accepted once.
 */
export type SeenSignatures = { isNew(signature: string, expires: boolean): Promise<boolean> }

export function seenSignatures({ store, home }: Pick<Program, 'store' | 'home'>): SeenSignatures {
  let imported: Promise<void> | undefined
  return {
    async isNew(signature, expires) {
      const { webhooks } = await store()
      imported ??= importSignatures(webhooks, home)
      await imported
      const mark = createHash('sha256').update(signature).digest('base64url')
      // Earlier versions stored all signatures without the prefix, so both forms must be new.
      const marks = expires ? [mark] : [mark, `${NEVER_FORGOTTEN}${mark}`]
      return (await webhooks.remember(marks)).length === marks.length
    },
  }
}
