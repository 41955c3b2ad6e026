import { undecorated } from '../../../answer/lines.ts'

/** `| A | 14 |`, `B: 86 %`: nothing on the line but an option and its share. */
const ALONE = /^(?:option\s)?[a-h](?![\p{L}\p{N}])[^\p{L}\p{N}]{0,8}\d{1,3}(?:[.,]\d{1,6})?[^\p{L}\p{N}]*$/iu
const SHARE =
  /(?<![\p{L}\p{N}])(?:option\s)?([A-H])['"*_`]{0,3}\s{0,3}[:=(–—-]?\s{0,3}\d{1,3}(?:[.,]\d{1,6})?\s{0,2}(?:%|percent)/gu
const SENTENCE = /(?<=[.!?;])\s+/u

/** A line of prose without the shares of the options in it: how likely each is belongs to the secret vote. */
export function withoutShares(line: string): string {
  if (!/\d/u.test(line)) return line
  if (ALONE.test(undecorated(line))) return ''
  if (!hasShares(line)) return line
  return line
    .split(SENTENCE)
    .filter((sentence) => !hasShares(sentence))
    .join(' ')
}

const hasShares = (text: string): boolean => new Set(Array.from(text.matchAll(SHARE), ([, letter]) => letter)).size > 1
