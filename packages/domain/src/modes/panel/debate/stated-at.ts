import type { EventPlace } from '../../../event/event.ts'
import type { MessageId } from '../../../shared/ids.ts'

/** Where a position was stated. */
export type StatedAt = {
  readonly place: EventPlace
  readonly round: number
  readonly message?: MessageId
  /** Why it changed, if the position itself does not say. */
  readonly reason?: string
}
