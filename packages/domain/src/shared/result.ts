/** An expected *no*: a code to switch on, and a sentence that says what to do. */
export type Refusal = { readonly code: string; readonly message: string }

/** A value, or the refusal that says why there is none. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const refuse = (code: string, message: string): Result<never> => ({ ok: false, refusal: { code, message } })
