/** Nothing is drawn for these, whatever Unicode adds to them later, but a model still reads them. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu
/** Members of this class that are drawn after all: Arabic and Kaithi number signs, the Syriac abbreviation mark. */
const drawn = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u

/** Scripts whose letters change shape at a joiner, scripts without spaces, and those written from right to left. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Mong}\p{scx=Phag}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u
const fromTheRight = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u

const pictograph = /\p{Extended_Pictographic}/u
const afterPictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3/u
const emoji = /[\p{Extended_Pictographic}\p{Emoji}]/u
const keycap = '\u20e3'
const otherShape = /[\p{sc=Mymr}\p{sc=Phag}\p{Sm}]/u
const han = /\p{sc=Han}/u
/** A character and the selector after it. */
const formed = /(\P{Variation_Selector})(\p{Variation_Selector})/gu
const mongolianShape = /[\u180b-\u180d\u180f]/u
/** England, Scotland and Wales are the only flags of this kind that fonts draw. Any other could be a hidden word. */
const flag =
  /^\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}$/u

/** A longer run is counted rather than spelled out. */
const LONGEST_SPELLED = 4
/** Names need a few Chinese characters in a specific form. A text with more of them could hide a byte in each. */
const MOST_FORMS = 16

/** The selector each character has in a text: a different one each time could spell out a hidden message. */
type Forms = ReadonlyMap<string, string>

/**
 * Text from outside as a model may read it: the same as a person sees in the file or page. Whatever is not drawn is
 * spelled out, or counted if there is much of it, so that nobody can hide a message in it. What emoji and scripts need
 * stays: one joiner between two letters, one variation selector after its character, a flag's letters.
 */
export function visible(text: string): string {
  if (text.search(hidden) < 0) return text
  const forms = formsIn(text)
  return text.replace(hidden, (run, at: number) => {
    const before = characterBefore(text, at)
    const after = String.fromCodePoint(text.codePointAt(at + run.length) ?? 0)
    return isNeeded(run, { before, after, forms }) ? run : shown(run, at)
  })
}

/** The first selector of each character. None for Chinese characters if too many of them have one. */
function formsIn(text: string): Forms {
  const forms = new Map<string, string>()
  for (const [, base = '', selector = ''] of text.matchAll(formed)) if (!forms.has(base)) forms.set(base, selector)
  const chinese = [...forms.keys()].filter((base) => han.test(base))
  if (chinese.length > MOST_FORMS) for (const base of chinese) forms.delete(base)
  return forms
}

/** Many files begin with a byte order mark, which means nothing. */
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

type Neighbours = { readonly before: string; readonly after: string; readonly forms: Forms }

/** Whether the text around it cannot be written without it. */
function isNeeded(run: string, around: Neighbours): boolean {
  if (around.before === '\u{1f3f4}' && flag.test(run)) return true
  const [first = '', second = '', ...rest] = [...run]
  if (rest.length > 0) return false
  // A selector and a joiner after one emoji are two of these characters in a row.
  if (second !== '')
    return first === '\ufe0f' && second === '\u200d' && isNeededAlone(second, { ...around, before: '\ufe0f' })
  return isNeededAlone(first, around)
}

function isNeededAlone(character: string, around: Neighbours): boolean {
  const { before, after } = around
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
      return isSelector(character, around) || drawn.test(character)
  }
}

function isSelector(character: string, { before, after, forms }: Neighbours): boolean {
  // Mongolian letters change form depending on what is around them.
  if (mongolianShape.test(character)) return /\p{sc=Mong}/u.test(before)
  if (forms.get(before) !== character) return false
  // Digits and ASCII characters have an emoji form only as keycaps.
  if (/[\ufe0e\ufe0f]/u.test(character)) return emoji.test(before) && (before > '\x7f' || after === keycap)
  if (character === '\ufe00' && before > '\x7f' && otherShape.test(before)) return true
  return /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u.test(character) && han.test(before)
}
