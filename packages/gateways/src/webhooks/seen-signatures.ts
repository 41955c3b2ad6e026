import { createHash } from 'node:crypto'
import { NEVER_FORGOTTEN } from '@convene/engine'
import type { Program } from '@convene/host'

/**
 * Remembers used signatures, even after a restart and in other processes of this data folder: each is accepted once.
 */
export type SeenSignatures = { isNew(signature: string, expires: boolean): Promise<boolean> }

export function seenSignatures({ store }: Pick<Program, 'store'>): SeenSignatures {
  return {
    async isNew(signature, expires) {
      const { webhooks } = await store()
      const hash = createHash('sha256').update(signature).digest('base64url')
      const mark = expires ? hash : `${NEVER_FORGOTTEN}${hash}`
      return (await webhooks.remember([mark])).length > 0
    },
  }
}
