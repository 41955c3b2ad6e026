import type { Place } from '../../../event/event.ts'
import type { MessageId } from '../../../shared/ids.ts'

/** Where a position was stated. */
export type StatedAt = {
  readonly place: Place
  readonly round: number
  readonly message?: MessageId
  /** Why it changed, if the position itself does not say. */
  readonly reason?: string
}
