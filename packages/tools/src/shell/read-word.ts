import { readAnsi } from './ansi.ts'
import { looksArithmetic } from './arithmetic.ts'
import { deeper, doubt, inner, metacharacters, peek, peekSecond, place, type ShellSource } from './source.ts'
import type { Word, WordUnit } from './syntax.ts'

type Units = WordUnit[]

/**
 * One word. Everything that runs inside it is read into the script. With `mayAssign`, `name[…]` and `name=(…)` are one
 * word.
 */
export function readWord(source: ShellSource, mayAssign = false): Word {
  peek(source)
  const at = place(source)
  const units: Units = []
  for (;;) {
    const next = peek(source)
    if (next === '' || isEnd(source, next)) {
      if (next !== '(' || !isAssignment(units)) return { units, at }
      readArray(source, units)
    } else if (next === '[' && mayAssign && isName(units)) readSubscript(source, units)
    else readUnit(source, units, next)
  }
}

/** The content of an unquoted here-document: expansions run, quotes are text. */
export function readHereText(source: ShellSource): void {
  while (peek(source) !== '') {
    const next = peek(source)
    if (next === '\\') source.at += 2
    else if (!readExpansion(source, [], true)) source.at++
  }
}

/** Arithmetic up to its closing, as in double quotes. `open` and `close` nest. */
export function readArithmetic(source: ShellSource, open: string, close: string): void {
  const start = source.at
  readBalanced(source, { open, close, inDouble: true })
  if (/[;|&\n]|\w\s+\w/.test(source.text.slice(start, source.at))) doubt(source, 'arithmetic that may be a command')
}

function isEnd(source: ShellSource, next: string): boolean {
  if (!metacharacters.has(next)) return false
  return !((next === '<' || next === '>') && peekSecond(source) === '(')
}

const plainText = (units: Units): string =>
  units.every(({ kind }) => kind === 'plain') ? units.map(({ text }) => text).join('') : ''
const isName = (units: Units): boolean => /^[A-Za-z_]\w*$/.test(plainText(units))
const isAssignment = (units: Units): boolean =>
  units.at(-1)?.text === '=' && /^[A-Za-z_]\w*(\[[\s\S]*\])?\+?=$/.test(units.map(({ text }) => text).join(''))

function readUnit(source: ShellSource, units: Units, next: string): void {
  if (next === '\\') readEscape(source, units)
  else if (next === "'") readSingle(source, units)
  else if (next === '"') readDouble(source, units)
  else if (next === '<' || next === '>') readProcess(source, units)
  else if (!readExpansion(source, units, false)) {
    units.push({ text: next, kind: 'plain' })
    source.at++
  }
}

function readEscape(source: ShellSource, units: Units): void {
  const escaped = source.text[source.at + 1]
  units.push({ text: escaped ?? '\\', kind: 'quoted' })
  source.at += 2
}

function readSingle(source: ShellSource, units: Units): void {
  const end = source.text.indexOf("'", source.at + 1)
  if (end < 0) doubt(source, 'a quote that is not closed')
  const stop = end < 0 ? source.text.length : end
  units.push({ text: source.text.slice(source.at + 1, stop), kind: 'quoted' })
  source.at = stop + 1
}

function readDouble(source: ShellSource, units: Units): void {
  source.at++
  units.push({ text: '', kind: 'quoted' })
  for (;;) {
    const next = peek(source)
    if (next === '') doubt(source, 'a quote that is not closed')
    else if (next === '"') source.at++
    if (next === '' || next === '"') return
    if (next === '\\' && '$`"\\'.includes(source.text[source.at + 1] ?? ' ')) readEscape(source, units)
    else if (!readExpansion(source, units, true)) {
      units.push({ text: next, kind: 'quoted' })
      source.at++
    }
  }
}

/** Reads `$…` or a backtick, if there is one here. */
function readExpansion(source: ShellSource, units: Units, inDouble: boolean): boolean {
  const start = source.at
  if (peek(source) === '`') deeper(source, () => readBackticks(source, inDouble))
  else if (peek(source) !== '$') return false
  else {
    source.at++
    if (!readDollar(source, units, inDouble)) return true
  }
  units.push({ text: source.text.slice(start, source.at), kind: 'runtime' })
  return true
}

/** Reads what follows a dollar. False if it is text: a lone dollar, or a dollar before a quote. */
function readDollar(source: ShellSource, units: Units, inDouble: boolean): boolean {
  const next = peek(source)
  if (next === '(') deeper(source, readParenthesis)
  else if (next === '{') deeper(source, () => readBraces(source, inDouble))
  else if (next === '[') deeper(source, () => readArithmetic(skip(source), '[', ']'))
  else if (/[A-Za-z_]/.test(next)) readName(source)
  else if (/[0-9@*#?$!-]/.test(next)) source.at++
  else {
    if (next === "'" && !inDouble) readAnsi(source, units)
    else if (next !== '"' || inDouble) units.push({ text: '$', kind: 'quoted' })
    return false
  }
  return true
}

const skip = (source: ShellSource): ShellSource => {
  source.at++
  return source
}

function readName(source: ShellSource): void {
  while (/\w/.test(peek(source))) source.at++
}

function readParenthesis(source: ShellSource): void {
  source.at++
  if (peek(source) === '(' && looksArithmetic(source.text, source.at + 1)) {
    source.at++
    readArithmetic(source, '(', ')')
    if (peek(source) === ')') source.at++
    return
  }
  readNested(source, ')')
}

/** Commands inside a word also read what is piped to the outer command. */
function readNested(source: ShellSource, ending: ')' | '}'): void {
  const pending = source.pending.splice(0)
  source.readCommands(source, ending)
  if (source.pending.length > 0) doubt(source, 'a here-document that ends with a substitution')
  source.pending.splice(0, source.pending.length, ...pending)
}

function readProcess(source: ShellSource, units: Units): void {
  const start = source.at
  source.at++
  peek(source)
  source.at++
  deeper(source, () => readNested(source, ')'))
  units.push({ text: source.text.slice(start, source.at), kind: 'runtime' })
}

function readBraces(source: ShellSource, inDouble: boolean): void {
  source.at++
  if (/[\s|(]/.test(peek(source) || 'x')) {
    doubt(source, 'a substitution that only newer shells know')
    if (peek(source) === '|') source.at++
    readNested(source, '}')
  } else readBalanced(source, { close: '}', inDouble })
}

type Balance = { readonly open?: string; readonly close: string; readonly inDouble: boolean }

function readBalanced(source: ShellSource, { open, close, inDouble }: Balance): void {
  for (let depth = 1; ; ) {
    const next = peek(source)
    if (next === '') doubt(source, 'an expansion that is not closed')
    if (next === close && --depth === 0) source.at++
    if (next === '' || depth === 0) return
    if (next === open) depth++
    if (next === "'" && inDouble) doubt(source, 'quotes inside a quoted expansion')
    readInside(source, next, inDouble)
  }
}

function readInside(source: ShellSource, next: string, inDouble: boolean): void {
  if (next === '\\') source.at += 2
  else if (next === "'" && !inDouble) readSingle(source, [])
  else if (next === '"') readDouble(source, [])
  else if ((next === '<' || next === '>') && !inDouble && peekSecond(source) === '(') readProcess(source, [])
  else if (!readExpansion(source, [], inDouble)) source.at++
}

function readBackticks(source: ShellSource, inDouble: boolean): void {
  const start = ++source.at
  while (source.at < source.text.length && source.text[source.at] !== '`')
    source.at += source.text[source.at] === '\\' ? 2 : 1
  if (source.at >= source.text.length) doubt(source, 'a backtick that is not closed')
  const raw = source.text.slice(start, source.at)
  source.at = Math.min(source.at + 1, source.text.length)
  const text = raw.replace(inDouble ? /\\([`$\\"])/g : /\\([`$\\])/g, '$1')
  source.readCommands(inner(source, text, text === raw ? source.base + start : Number.NaN), '')
}

function readSubscript(source: ShellSource, units: Units): void {
  const start = source.at++
  deeper(source, () => readBalanced(source, { open: '[', close: ']', inDouble: true }))
  for (const text of source.text.slice(start, source.at)) units.push({ text, kind: 'plain' })
}

function readArray(source: ShellSource, units: Units): void {
  const start = source.at++
  for (;;) {
    const next = peek(source)
    if (next === '' || next === ')') break
    if (next === '#') source.at = (source.text.indexOf('\n', source.at) + 1 || source.text.length + 1) - 1
    else if (metacharacters.has(next) && !isProcess(source, next)) source.at++
    else deeper(source, () => readWord(source))
  }
  if (peek(source) === '') doubt(source, 'an array that is not closed')
  source.at = Math.min(source.at + 1, source.text.length)
  units.push({ text: source.text.slice(start, source.at), kind: 'quoted' })
}

const isProcess = (source: ShellSource, next: string): boolean => !isEnd(source, next)
