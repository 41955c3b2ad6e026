import type { Claim } from '../../claim/claim.ts'
import type { MessageId } from '../../shared/ids.ts'

/** What a step's author said at its end. */
export type Reported = {
  readonly text: string
  readonly message: MessageId | null
  readonly incomplete: boolean
  readonly claims?: readonly Claim[]
}
