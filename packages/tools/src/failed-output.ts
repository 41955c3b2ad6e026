import type { ToolOutput } from '@convene/engine'

/** A failure, in words that the model can act on. */
export const failed = (output: string): ToolOutput => ({ ok: false, output })

/** The answer of a tool whose path now leads elsewhere than when it was judged. */
export const MOVED =
  'The path now leads to a different place than when permission was requested, so nothing was done. Check it and repeat the call.'
