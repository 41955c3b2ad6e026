import { clean } from '@convene/domain'

/** Characters that reorder or hide text. */
const hidden =
  /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu
const suspicious =
  /[^\P{Cc}\n\t]|[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u

/**
 * Makes untrusted text safe to show: removes terminal sequences and shows characters that reorder or hide text as
 * codes, such as ⟨U+202E⟩.
 */
export const neutral = (text: string): string => (suspicious.test(text) ? clean(text.replace(hidden, codeOf)) : text)

const codeOf = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** The same on one line, for names, titles and notices. */
export const oneLine = (text: string): string => neutral(text).replace(/\s+/gu, ' ').trim()
