/** Nothing is drawn for these, whatever Unicode adds to them later; a model reads them all the same. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu
/** Marks of the class above that are drawn after all: Arabic and Kaithi number signs, the Syriac abbreviation mark. */
const drawn = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u

/** Scripts whose letters change shape at a joiner, those that are set without blanks, and those written from the right. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Mong}\p{scx=Phag}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u
const fromTheRight = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u

const pictograph = /\p{Extended_Pictographic}/u
const afterPictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3/u
const emoji = /[\p{Extended_Pictographic}\p{Emoji}]/u
const otherShape = /[\p{sc=Han}\p{sc=Mymr}\p{sc=Phag}\p{Sm}]/u
const mongolianShape = /[\u180b-\u180d\u180f]/u
const flag = /^(?:[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]){3,6}\u{e007f}$/u

/** From here on a run is no longer worth its codes. */
const LONGEST_SPELLED = 4

/**
 * Text from outside as a model may read it: a person who looks at the file or page sees the same. What is not drawn is
 * spelled out, or counted where there is much of it, so that nobody hides a message in it. What emoji and scripts need
 * stays: one joiner between two letters, one variation selector behind its character, a flag's letters.
 */
export function visible(text: string): string {
  if (text.search(hidden) < 0) return text
  return text.replace(hidden, (run, at: number) => {
    const before = characterBefore(text, at)
    const after = String.fromCodePoint(text.codePointAt(at + run.length) ?? 0)
    return isNeeded(run, before, after) ? run : shown(run, at)
  })
}

/** A lone byte order mark is how many files begin; it says nothing. */
const shown = (run: string, at: number): string => {
  const characters = [...(at === 0 ? run.replace(/^\ufeff/u, '') : run)]
  if (characters.length > LONGEST_SPELLED) return `[${characters.length} invisible characters removed]`
  return characters.map((one) => (drawn.test(one) ? one : `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)).join('')
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  const isPair = low >= 0xdc00 && low <= 0xdfff && at > 1
  return text.slice(isPair ? at - 2 : Math.max(0, at - 1), at)
}

/** Whether what stands around it cannot be written without it. */
function isNeeded(run: string, before: string, after: string): boolean {
  if (before === '\u{1f3f4}' && flag.test(run)) return true
  const [first = '', second = '', ...rest] = [...run]
  if (rest.length > 0) return false
  // A selector and a joiner behind one emoji are two of these characters in a row.
  if (second !== '') return first === '\ufe0f' && second === '\u200d' && isNeeded(second, '\ufe0f', after)
  return isNeededAlone(first, before, after)
}

function isNeededAlone(character: string, before: string, after: string): boolean {
  const between = (script: RegExp) => script.test(before) && script.test(after)
  switch (character) {
    case '\u200d':
      return (afterPictograph.test(before) && pictograph.test(after)) || joining.test(before)
    case '\u200c':
      return between(joining)
    case '\u200b':
      return between(unspaced)
    case '\u200e':
    case '\u200f':
    case '\u061c':
      return fromTheRight.test(before) || fromTheRight.test(after)
    case '\u180e':
      return between(joining)
    default:
      return isSelector(character, before) || drawn.test(character)
  }
}

function isSelector(character: string, before: string): boolean {
  if (/[\ufe0e\ufe0f]/u.test(character)) return emoji.test(before)
  if (/[\ufe00-\ufe02]/u.test(character)) return otherShape.test(before)
  if (/[\u{e0100}-\u{e01ef}]/u.test(character)) return /\p{sc=Han}/u.test(before)
  return mongolianShape.test(character) && /\p{sc=Mong}/u.test(before)
}
