import { undecorated } from './lines.ts'

const ROW = /^\s{0,8}\|(.*)\|\s*$/u
const RULE = /^[\s|:-]+$/u

/**
 * The text with its fields as marked lines: `My vote: B` and `| VOTE | B |` are `VOTE: B`, and so is a row below a
 * heading row with these words. Other tables stay as they are.
 */
export function withFieldLines(text: string, words: readonly string[]): string {
  return withoutTables(
    text.replaceAll(OWN, (_line, start: string, word: string) => `${start}${word.toUpperCase()}: `),
    words,
  )
}

/** `My vote: B`, `**My final vote is** B`: the same mark, said by a person. */
const OWN =
  /^([\s>*_#-]{0,8})(?:(?:my|final)\s){1,2}(vote|confidence|probabilities|position)[*_]{0,3}\s{0,3}(?:is\s{0,2})?[:：=][*_]{0,3}[ \t]{0,3}/gimu

function withoutTables(text: string, words: readonly string[]): string {
  if (!text.includes('|')) return text
  const shown: string[] = []
  let heads: readonly (string | undefined)[] = []
  for (const line of text.split('\n')) {
    const cells = cellsIn(line)
    const named = cells.map((cell) => wordIn(cell, words))
    if (cells.length === 0) heads = []
    if (cells.length > 1 && named.every((word) => word !== undefined)) heads = named
    else if (named[0] !== undefined && cells.length > 1) shown.push(`${named[0]}: ${cells.slice(1).join(', ')}`)
    else if (heads.length === 0) shown.push(line)
    else if (!RULE.test(line)) shown.push(...heads.map((word, place) => `${word}: ${cells[place] ?? ''}`))
  }
  return shown.join('\n')
}

const cellsIn = (line: string): readonly string[] =>
  ROW.exec(line)?.[1]
    ?.split('|')
    .map((cell) => cell.trim()) ?? []

const wordIn = (cell: string, words: readonly string[]): string | undefined =>
  words.find(
    (word) =>
      undecorated(cell)
        .replace(/[:：]$/u, '')
        .toUpperCase() === word,
  )
