import { undecorated } from './lines.ts'
import { markOnLine } from './marks.ts'
import { readShare } from './number.ts'

/** One line of a panelist's position, as written for the program. */
export type StanceLine = { readonly name: string; readonly value: string; readonly shouted: boolean }

const MARKERS = {
  words: ['POSITION', 'CONFIDENCE', 'CHANGED', 'VOTE', 'PROBABILITIES', 'PREDICTION', 'RANK', 'REASON', 'VETO'],
}
export const FENCE = /^\s{0,3}(?:```|~~~)/u
/** Without one of these, a reason belongs to something else. */
const STATED = ['position', 'confidence', 'changed', 'vote', 'probabilities', 'prediction']

/** `CONFIDENCE: 70`, in any case and decoration that is counted. Undefined for any other line. */
export function stanceLine(line: string): StanceLine | undefined {
  const mark = markOnLine(line, MARKERS)
  if (!mark) return undefined
  const { word, rest } = mark
  return { name: word.toLowerCase(), value: rest, shouted: undecorated(line).startsWith(word) }
}

/**
 * The text with each position as one line for people: `B · 78 % · unchanged: the audit is late`. A single line that is
 * not in capitals may be an ordinary sentence, and is left alone.
 */
export function withStances(text: string): string {
  const shown: string[] = []
  let block: string[] = []
  let inCode = false
  for (const line of [...text.split('\n'), null]) {
    if (line !== null && !inCode && (stanceLine(line) || (block.length > 0 && line.trim() === ''))) {
      block.push(line)
      continue
    }
    shown.push(...asOne(block))
    block = []
    if (line === null) break
    if (FENCE.test(line)) inCode = !inCode
    shown.push(line)
  }
  return shown.join('\n')
}

function asOne(block: readonly string[]): readonly string[] {
  const lines = block.flatMap((line) => stanceLine(line) ?? [])
  const isStance = lines.length > 1 || lines.some(({ shouted }) => shouted)
  if (!isStance || !lines.some(({ name }) => STATED.includes(name))) return block
  const words = stanceWords(new Map(lines.map(({ name, value }) => [name, value])))
  const after = block.slice(block.findLastIndex((line) => line.trim() !== '') + 1)
  return words === '' ? after : [words, ...after]
}

function stanceWords(said: ReadonlyMap<string, string>): string {
  const value = (name: string): string => said.get(name) ?? ''
  const [rank, veto] = [value('rank'), value('veto')]
  const parts = [
    value('prediction') && `Prediction: ${value('prediction')}`,
    value('vote'),
    value('position') === value('vote') ? '' : value('position'),
    sureness(value('vote'), value('confidence'), value('probabilities')),
    rank && `in this order: ${rank}`,
    changeText(value('changed')),
    veto && `veto: ${veto}`,
  ].filter((part) => part !== '')
  return [parts.join(' · '), value('reason')].filter((part) => part !== '').join(': ')
}

/** How sure a panelist is of its option. All numbers if it is unclear which one is meant. */
function sureness(vote: string, confidence: string, probabilities: string): string {
  if (confidence !== '') return percentText(confidence)
  const [letter = ''] = /^[A-Z](?=\W|$)/u.exec(vote) ?? []
  const own = letter && new RegExp(`\\b${letter}\\W{1,3}(\\d{1,3}(?:\\.\\d{1,3})?)`, 'u').exec(probabilities)?.[1]
  return own ? percentText(own) : probabilities
}

/** As it is counted: `0.8` and `8/10` are 80 %. Anything unreadable stays as it was said. */
function percentText(said: string): string {
  const share = readShare(said, 100)
  return share === undefined ? said : `${Math.round(share * 1_000) / 10} %`
}

function changeText(changed: string): string {
  if (/^no\b/iu.test(changed)) return 'unchanged'
  const [yes] = /^yes\b[\s,;:.]{0,4}/iu.exec(changed) ?? []
  return yes === undefined ? changed : ['changed', changed.slice(yes.length)].filter((part) => part !== '').join(', ')
}
