import type { FailureCode } from '@convene/engine'

/** A fault in an answer that we detected ourselves, thrown through the provider's pipeline to the single catch. */
export class StreamFault extends Error {
  readonly code: FailureCode
  readonly retryable: boolean
  constructor(code: FailureCode, message: string, retryable = true) {
    super(message)
    this.name = 'StreamFault'
    this.code = code
    this.retryable = retryable
  }
}

/** An answer that exceeds every limit. A retry would do the same, so its text is kept. */
export class EndlessAnswer extends StreamFault {
  constructor(message: string) {
    super('protocol', message)
  }
}
