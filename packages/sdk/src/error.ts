/** Why something was refused. `code` is stable. The message is for people and says what to do. */
export class ConveneError extends Error {
  override readonly name = 'ConveneError'
  readonly code: string
  constructor({ code, message }: { readonly code: string; readonly message: string }) {
    super(message)
    this.code = code
  }
}
