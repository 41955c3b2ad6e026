import { BadPattern, type Test } from './syntax.ts'

const word: Test = (character) => /^[0-9A-Za-z_]$/.test(character)
const blank: Test = (character) => /^[\t\n\f\r ]$/.test(character)
const digit: Test = (character) => /^[0-9]$/.test(character)

/** The opposite test. */
export const not =
  (test: Test): Test =>
  (character) =>
    !test(character)

/** What `\d`, `\w`, `\s` and their opposites match, as in RE2: ASCII only. */
export const shorthands: { readonly [letter: string]: Test } = {
  d: digit,
  D: not(digit),
  w: word,
  W: not(word),
  s: blank,
  S: not(blank),
}

/** `[:alpha:]` and the like, inside a class. */
export const namedTests: { readonly [name: string]: Test } = {
  alnum: (character) => /^[0-9A-Za-z]$/.test(character),
  alpha: (character) => /^[A-Za-z]$/.test(character),
  ascii: (character) => character <= '\u007f',
  blank: (character) => character === ' ' || character === '\t',
  cntrl: (character) => character <= '\u001f' || character === '\u007f',
  digit,
  graph: (character) => character >= '!' && character <= '~',
  lower: (character) => /^[a-z]$/i.test(character),
  print: (character) => character >= ' ' && character <= '~',
  punct: (character) => /^[!-/:-@[-`{-~]$/.test(character),
  space: (character) => blank(character) || character === '\v',
  upper: (character) => /^[A-Z]$/i.test(character),
  word,
  xdigit: (character) => /^[0-9A-Fa-f]$/.test(character),
}

/** The forms of a character that are equal if case is ignored. */
const formsOf = (character: string): readonly string[] => [character, character.toLowerCase(), character.toUpperCase()]

export function literal(wanted: string): Test {
  const forms = new Set(formsOf(wanted))
  return (character) => formsOf(character).some((form) => forms.has(form))
}

export function range(from: string, to: string): Test {
  const [first, last] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]
  if (first > last) throw new BadPattern(`the range ${from}-${to} is the wrong way round`)
  const isIn = (form: string) => {
    const code = form.codePointAt(0) ?? -1
    return code >= first && code <= last
  }
  return (character) => formsOf(character).some(isIn)
}

/** `\pL`, `\p{Greek}`: a Unicode class by name. The platform has the table. */
export function unicodeClass(name: string, negated: boolean): Test {
  const property = /^[A-Za-z_]{1,40}$/.test(name) ? (regular(name) ?? regular(`Script=${name}`)) : undefined
  if (!property) throw new BadPattern(`there is no Unicode class ${name}`)
  return (character) => property.test(character) !== negated
}

function regular(name: string): RegExp | undefined {
  try {
    return new RegExp(`^\\p{${name}}$`, 'u')
  } catch {
    return undefined
  }
}

export const isWord = (character: string | undefined): boolean => character !== undefined && word(character)
