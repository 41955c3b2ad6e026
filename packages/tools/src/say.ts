import type { ToolOutput } from '@convene/engine'

/** A failure, in words that the model can act on. */
export const failed = (output: string): ToolOutput => ({ ok: false, output })

/** The answer of a tool whose path leads elsewhere than when the rules were asked. */
export const MOVED =
  'The path leads to another place than when permission was asked, so nothing was done. Look at it again and repeat the call.'
