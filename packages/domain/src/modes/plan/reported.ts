import type { Claim } from '../../claim/claim.ts'
import type { MessageId } from '../../shared/ids.ts'

/** What a step's author said at its end. */
export type ReportedWork = {
  readonly text: string
  readonly message: MessageId | null
  readonly incomplete: boolean
  readonly claims?: readonly Claim[]
}
