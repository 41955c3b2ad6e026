import { createHash } from 'node:crypto'
import type { Program } from '@convene/host'
import { importSignatures } from './former-files.ts'

/** Remembers used signatures, even after a restart and in other processes of this data folder: each is accepted once. */
export type SeenSignatures = { isNew(signature: string): Promise<boolean> }

export function seenSignatures({ store, home }: Pick<Program, 'store' | 'home'>): SeenSignatures {
  let imported: Promise<void> | undefined
  return {
    async isNew(signature) {
      const { webhooks } = await store()
      imported ??= importSignatures(webhooks, home)
      await imported
      const mark = createHash('sha256').update(signature).digest('base64url')
      return (await webhooks.remember([mark])).length > 0
    },
  }
}
