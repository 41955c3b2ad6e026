import { isWord } from './character-test.ts'
import type { Pattern } from './compile-pattern.ts'
import type { Boundary } from './syntax.ts'

/** Whether the pattern occurs in the text. All alternatives advance in parallel, so no text makes it slow. */
export function matchesPattern(pattern: Pattern, text: string): boolean {
  const characters = [...text]
  let places = new Set<number>()
  for (let at = 0; at <= characters.length; at++) {
    if (reach(pattern, 0, { places, characters, at })) return true
    const character = characters[at]
    if (character === undefined) return false
    const next = new Set<number>()
    for (const place of places) {
      const instruction = pattern.program[place]
      if (instruction?.does !== 'test' || !instruction.test(character)) continue
      if (reach(pattern, place + 1, { places: next, characters, at: at + 1 })) return true
    }
    places = next
  }
  return false
}

type Walk = { readonly places: Set<number>; readonly characters: readonly string[]; readonly at: number }

/** Adds every position reachable without consuming a character. True if the end is one of them. */
function reach({ program }: Pattern, from: number, { places, characters, at }: Walk): boolean {
  const open = [from]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (places.has(place)) continue
    places.add(place)
    const instruction = program[place]
    if (instruction?.does === 'match') return true
    if (instruction?.does === 'go') open.push(instruction.to)
    if (instruction?.does === 'split') open.push(instruction.second, instruction.first)
    if (instruction?.does === 'check' && holds(instruction.at, characters, at)) open.push(place + 1)
  }
  return false
}

function holds(edge: Boundary, characters: readonly string[], at: number): boolean {
  const before = characters[at - 1]
  const after = characters[at]
  switch (edge) {
    case 'start':
      return at === 0
    case 'end':
      return at === characters.length
    case 'line start':
      return at === 0 || before === '\n'
    case 'line end':
      return at === characters.length || after === '\n'
    case 'word edge':
      return isWord(before) !== isWord(after)
    case 'no word edge':
      return isWord(before) === isWord(after)
  }
}
