import { asMark, undecorated } from './lines.ts'
import { ARROW } from './separator.ts'

const NOUN =
  'verdict|decision|answer|result|status|conclusion|recommendation|review|outcome|assessment|evaluation|judge?ment|response'
const LABEL = new RegExp(
  `^(?:(?:my|final|overall|our|the)\\s+){0,3}(?:${NOUN})(?:\\s+(?:for|on|of|about)\\s+[^:：.!?]{1,40})?[*_~\`]*\\s*(?:${ARROW}|[:：=]|is\\b|[–—-]\\s)\\s*`,
  'iu',
)

/** `Verdict: ACCEPT` without the label. */
export const withoutLabel = (line: string): string => undecorated(asMark(line).replace(LABEL, ''))
