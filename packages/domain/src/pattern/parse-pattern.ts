import { literal } from './character-test.ts'
import { escapedCharacter } from './escaped-character.ts'
import { readClass } from './read-class.ts'
import { Reader } from './reader.ts'
import { BadPattern, type Flags, type Node, type Test } from './syntax.ts'

const MOST_REPEATS = 1_000
const MOST_DEPTH = 200

/** Parses RE2's syntax. Constructs that cannot be matched in linear time are refused by name. */
export function parsePattern(source: string): Node {
  const reader = new Reader(source)
  const node = choice(reader, { multiline: false, dotAll: false }, 0)
  if (!reader.isAtEnd()) throw new BadPattern('unmatched )')
  return node
}

function choice(reader: Reader, flags: Flags, depth: number): Node {
  if (depth > MOST_DEPTH) throw new BadPattern('nested too deeply')
  let now = flags
  const ways: Node[] = []
  do {
    const read = sequence(reader, now, depth)
    ways.push(read.node)
    now = read.flags
  } while (reader.take('|'))
  return ways.length === 1 ? (ways[0] as Node) : { kind: 'choice', ways }
}

/** Flags set inside a sequence apply to the end of its group, including alternatives. */
function sequence(reader: Reader, flags: Flags, depth: number): { readonly node: Node; readonly flags: Flags } {
  const parts: Node[] = []
  let now = flags
  while (!reader.isAtEnd() && !reader.sees('|') && !reader.sees(')')) {
    const set = flagsAlone(reader, now)
    if (set) now = set
    else parts.push(repeated(reader, atom(reader, now, depth)))
  }
  return { node: { kind: 'sequence', parts }, flags: now }
}

function flagsAlone(reader: Reader, flags: Flags): Flags | undefined {
  const found = reader.match(/\(\?([a-zA-Z]*)(?:-([a-zA-Z]+))?\)/y)
  return found ? withFlags(flags, found[1] ?? '', found[2] ?? '') : undefined
}

function withFlags(flags: Flags, on: string, off: string): Flags {
  const bad = [...on, ...off].find((letter) => !'imsU'.includes(letter))
  if (bad) throw new BadPattern(`unknown flag ${bad}`)
  const is = (letter: string, before: boolean) => (on.includes(letter) ? true : off.includes(letter) ? false : before)
  return { multiline: is('m', flags.multiline), dotAll: is('s', flags.dotAll) }
}

function atom(reader: Reader, flags: Flags, depth: number): Node {
  if (reader.take('(')) return group(reader, flags, depth)
  if (reader.take('[')) return one(readClass(reader))
  if (reader.take('.')) return one(flags.dotAll ? () => true : (character) => character !== '\n')
  if (reader.take('^')) return { kind: 'edge', at: flags.multiline ? 'line start' : 'start' }
  if (reader.take('$')) return { kind: 'edge', at: flags.multiline ? 'line end' : 'end' }
  if (reader.take('\\')) return escaped(reader)
  if (reader.match(/[*+?]/y)) throw new BadPattern('nothing to repeat')
  return one(literal(reader.next()))
}

const one = (test: Test): Node => ({ kind: 'character', test })

function group(reader: Reader, flags: Flags, depth: number): Node {
  const inner = opening(reader, flags)
  const node = choice(reader, inner, depth + 1)
  if (!reader.take(')')) throw new BadPattern('unclosed (')
  return node
}

/** What follows the bracket: nothing, a name, flags, or something RE2 does not support either. */
function opening(reader: Reader, flags: Flags): Flags {
  if (!reader.sees('?') || reader.match(/\?P?<\w+>/y)) return flags
  const refused = reader.match(/\?(?:<?[=!]|>|\||\(|&|R|\d|P=|P>|#)/y)
  if (refused)
    throw new BadPattern(`(${refused[0]} is a lookaround, a backreference or a comment, which RE2 does not support`)
  const found = reader.match(/\?([a-zA-Z]*)(?:-([a-zA-Z]+))?:/y)
  if (!found) throw new BadPattern('unknown group after (?')
  return withFlags(flags, found[1] ?? '', found[2] ?? '')
}

function escaped(reader: Reader): Node {
  const edges = { b: 'word edge', B: 'no word edge', A: 'start', z: 'end' } as const
  for (const [letter, at] of Object.entries(edges)) if (reader.take(letter)) return { kind: 'edge', at }
  if (reader.match(/Q/y)) return quoted(reader)
  if (reader.match(/[1-9]/y)) throw new BadPattern('RE2 does not support backreferences')
  return one(escapedCharacter(reader))
}

function quoted(reader: Reader): Node {
  const text = reader.until('\\E')
  return { kind: 'sequence', parts: [...text].map((character) => one(literal(character))) }
}

function repeated(reader: Reader, part: Node): Node {
  const mark = reader.match(/([*+?])|\{(\d{1,5})(?:(,)(\d{0,5}))?\}/y)
  if (!mark) return part
  reader.take('?')
  const node = { kind: 'repeat', part, ...bounds(mark) } as const
  if (reader.match(/[*+?]|\{\d{1,5}(?:,\d{0,5})?\}/y)) throw new BadPattern('a repetition is repeated')
  return node
}

function bounds(mark: RegExpExecArray): { readonly least: number; readonly most: number | null } {
  const [, sign, from, comma, to] = mark
  if (sign === '*') return { least: 0, most: null }
  if (sign === '+') return { least: 1, most: null }
  if (sign === '?') return { least: 0, most: 1 }
  const least = Number(from)
  const most = comma === undefined ? least : to === '' || to === undefined ? null : Number(to)
  if (least > MOST_REPEATS || (most ?? 0) > MOST_REPEATS)
    throw new BadPattern(`it repeats more than ${MOST_REPEATS} times`)
  if (most !== null && most < least) throw new BadPattern(`{${least},${most}} is the wrong way round`)
  return { least, most }
}
