import type { Doer } from './claimed.ts'

/** Words between a subject and its verb. */
export const ADVERBS =
  '(?:(?:also|then|just|now|finally|first|again|both|successfully|locally|carefully|manually|fully|actually|personally|subsequently|afterwards?)\\s+){0,3}'

/** The author speaks: `I`, or `we`. */
export const SELF = `(?<self>\\b(?:I|we|I've|we've|I have|we have|I had)\\s+${ADVERBS})`

/** The sentence begins with its verb. */
export const START = `(?<start>^(?:(?:done|finished|ok|okay|yes|also|then|finally|first|second|third|lastly)[,:.!]?\\s+)?${ADVERBS})`

/** `I` is the author alone. `We` and a missing subject are anyone who worked on it. */
export const doerOf = (found: RegExpMatchArray): Doer =>
  /\bi\b|\bi'/iu.test(found.groups?.self ?? '') ? 'self' : 'anybody'
