import type { FailureCode } from '@convene/engine'

/** Something in an answer that we noticed ourselves, thrown through the provider's pipeline to the one catch. */
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

/** An answer that goes on past every limit. Asked again, it would do the same; what it has said is kept. */
export class EndlessAnswer extends StreamFault {
  constructor(message: string) {
    super('protocol', message)
  }
}
