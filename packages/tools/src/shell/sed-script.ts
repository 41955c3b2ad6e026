/** Reads a sed script from left to right. Anything not known to be harmless counts as harmful. */
type Script = { readonly text: string; at: number }

/**
 * Whether a script only prints and changes lines. Commands that run a program (`e`) or read or write a file (`r`, `R`,
 * `w`, `W`) need no blank before their argument, and neither do the flags of `s`, so a script counts only if it can be
 * read to its end.
 */
export function isHarmlessSed(text: string): boolean {
  const script: Script = { text, at: 0 }
  while (script.at < text.length) if (!readCommand(script)) return false
  return true
}

const skip = (script: Script, pattern: RegExp): string => {
  pattern.lastIndex = script.at
  const found = pattern.exec(script.text)?.[0] ?? ''
  script.at += found.length
  return found
}

const readAll = (script: Script, pattern: RegExp): true => {
  skip(script, pattern)
  return true
}

const toEnd = /[^\n]*/y
const blanks = /[ \t]*/y

/** What may follow each command that only prints and changes lines. `e`, `r`, `R`, `w` and `W` are not among them. */
const commands: { readonly [letters: string]: (script: Script) => boolean } = {
  '{}': () => true,
  '#': (script) => readAll(script, toEnd),
  s: (script) => readParts(script) && readAll(script, /[gpiIMm\d]*/y) && ends(script),
  y: (script) => readParts(script) && ends(script),
  // Text continues to the end of the line, and over lines that end in a backslash.
  aic: (script) => readAll(script, /(?:[^\n\\]|\\[\s\S]?)*/y),
  ':btT': (script) => readAll(script, /[ \t]*[\w.-]*/y) && ends(script),
  qQlL: (script) => readAll(script, /[ \t]*\d*/y) && ends(script),
  'pPdDnNgGhHxz=F': (script) => ends(script),
}

function readCommand(script: Script): boolean {
  readAll(script, /[\s;]*/y)
  if (script.at >= script.text.length) return true
  if (!readAddresses(script)) return false
  readAll(script, /[ \t!]*/y)
  const command = script.text[script.at++]
  const known = Object.entries(commands).find(([letters]) => command !== undefined && letters.includes(command))
  return known?.[1](script) ?? false
}

/** A command must end here. Anything after it would make it a different command. */
function ends(script: Script): boolean {
  skip(script, blanks)
  const next = script.text[script.at]
  return next === undefined || ';\n}#'.includes(next)
}

function readAddresses(script: Script): boolean {
  if (!readAddress(script)) return false
  skip(script, blanks)
  if (script.text[script.at] !== ',') return true
  script.at++
  skip(script, blanks)
  return skip(script, /[+~]\d+/y) !== '' || readAddress(script)
}

/** A number, `$`, or a pattern between delimiters. An address may also be empty. */
function readAddress(script: Script): boolean {
  if (skip(script, /\d+(?:~\d+)?|\$/y) !== '') return true
  const next = script.text[script.at]
  if (next !== '/' && next !== '\\') return true
  script.at += next === '\\' ? 2 : 1
  const sign = script.text[script.at - 1]
  if (sign === undefined || /[\n\\]/.test(sign)) return false
  return readUpTo(script, sign) && readAll(script, /[IM]*/y)
}

/** Two parts after a delimiter, each up to the next delimiter. */
function readParts(script: Script): boolean {
  const sign = script.text[script.at++]
  if (sign === undefined || /[\s\\]/.test(sign)) return false
  return readUpTo(script, sign) && readUpTo(script, sign)
}

/** Up to the delimiter. Implementations differ on a delimiter inside brackets, so that counts as unreadable. */
function readUpTo(script: Script, sign: string): boolean {
  for (; script.at < script.text.length; script.at++) {
    const character = script.text[script.at]
    if (character === '\\') script.at++
    else if (character === sign) {
      script.at++
      return true
    } else if (character === '[' && isDoubtful(script, sign)) return false
  }
  return false
}

function isDoubtful({ text, at }: Script, sign: string): boolean {
  const end = text.indexOf(']', at + 2)
  return text.slice(at, end < 0 ? text.length : end).includes(sign)
}
