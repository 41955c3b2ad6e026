import type { Refusal } from '@convene/domain'

/** A refusal with a message that the caller's model can act on. */
export class RefusedRequest extends Error {
  readonly code: string

  constructor({ code, message }: Refusal) {
    super(message)
    this.code = code
  }
}
