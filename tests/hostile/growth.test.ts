import { clean, cleanLine } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { inline as shownInTerminal } from '../../apps/cli/src/terminal/markdown.ts'
import { noStyle } from '../../apps/cli/src/terminal/style.ts'
import { fenced as fencedInChat } from '../../apps/vscode/src/chat/shown.ts'
import { slugOf } from '../../apps/web/src/library/slug.ts'
import { splitBlocks } from '../../apps/web/src/markdown/blocks.ts'
import { redactor } from '../../packages/adapters/src/telemetry/redact.ts'
import { jsonIn } from '../../packages/domain/src/answer/json.ts'
import { marksIn } from '../../packages/domain/src/answer/marks.ts'
import { optionMeant } from '../../packages/domain/src/answer/option.ts'
import { verdictIn } from '../../packages/domain/src/answer/verdict.ts'
import { readOptions, readPosition, readQuestions } from '../../packages/domain/src/panel/protocol.ts'
import { seatNamed } from '../../packages/domain/src/plan/form-team.ts'
import { readPlanText } from '../../packages/domain/src/plan/plan-text.ts'
import { reviewWord, stepWord } from '../../packages/domain/src/plan/verdicts.ts'
import { readJudgement } from '../../packages/domain/src/reflection/read-evaluation.ts'
import { fenced, nested } from '../../packages/program/src/export/markdown/nested.ts'
import { markdownHtml } from '../../packages/program/src/export/replay/safe-html.ts'

const SMALL = 16_000
const FACTOR = 8

/** Everything that takes a text of a model apart. */
const readers: { readonly [name: string]: (text: string) => unknown } = {
  'the HTML export': markdownHtml,
  'the Markdown export': (text) => nested(text, 2, () => true),
  'a fence in the Markdown export': (text) => fenced(text, ''),
  'the text of a chat': fencedInChat,
  'the text of the page': (text) => splitBlocks(text),
  'a line in the terminal': (text) => shownInTerminal(text, noStyle),
  'shown text': clean,
  'a shown line': cleanLine,
  'a slug': slugOf,
  'a log line': (text) => redactor({})('message', text),
  'a position': (text) => readPosition(`POSITION: ${text}\nCONFIDENCE: 80`),
  'questions of a head': readQuestions,
  'options of a head': (text) => readOptions(`- ${text}\n- Wait`),
  'a ballot': (text) => optionMeant(['Wait', 'Ship'], text),
  'a vote': (text) => marksIn(`VOTE: ${text}`, { words: ['VOTE'] }),
  'a verdict': (text) => verdictIn(text, { yes: ['ACCEPT'], no: ['REOPEN'] }),
  'JSON in an answer': (text) => jsonIn(text, (value): value is object => typeof value === 'object'),
  'a name': (text) => seatNamed([], text),
  'a plan': (text) => readPlanText(`- s1 (ada): ${text}\n  budget: ${text}`),
  'the word of a step': (text) => stepWord(`BLOCKED: ${text}`),
  'the word of a review': (text) => reviewWord(`REOPEN: ${text}`),
  'a judgement': (text) => readJudgement(`RATIONALE: ${text}\nSCORE: 0.5`),
}

const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Rows of one thing, alone, behind a word, and before a character that ends no row. */
const units = [' ', '\n', '\t', ' \n', '-', '*', '_', '`', '#', '=', '.', '/', '0', 'a', '[', '(', '|', '>', ':', '"']
const pairs = [
  '**a',
  '`a',
  '[a',
  '](',
  '# a\n',
  '```\n',
  '- a\n',
  '> ',
  '<!--',
  '[m1, ',
  '| a ',
  'm1, ',
  '\u001b[',
  '&a',
]
const texts: { readonly [name: string]: (length: number) => string } = Object.fromEntries(
  [...units, ...pairs].flatMap((unit) => [
    [`${JSON.stringify(unit)} again and again`, (length: number) => filled(unit, length)],
    [`${JSON.stringify(unit)} in the middle`, (length: number) => `a${filled(unit, length)}a`],
  ]),
)

/** Microseconds of this thread's own work, the least of a few: what else the machine does is not counted. */
function workOf(read: (text: string) => unknown, text: string): number {
  const works = Array.from({ length: 2 }, () => {
    const before = process.threadCpuUsage()
    read(text)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  })
  return Math.min(...works)
}

/** The system counts in steps of some milliseconds: what is too little to be measured counts as this much, in microseconds. */
const LEAST = 10_000

/** A square makes 64 of eight times the length, and 4 of twice; a row is 8 and 2, and what collects garbage is less than half of that. */
function isSquare(read: (text: string) => unknown, textOf: (length: number) => string): boolean {
  const works = [SMALL, (SMALL * FACTOR) / 2, SMALL * FACTOR].map((length) =>
    Math.max(LEAST, workOf(read, textOf(length))),
  )
  const [small = LEAST, half = LEAST, whole = LEAST] = works
  return whole / small > 3 * FACTOR && whole / half > 3
}

describe('a text that is eight times as long does not take the square of that', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => {
    const grown = Object.entries(texts).flatMap(([name, textOf]) => (isSquare(read, textOf) ? [name] : []))
    expect(grown).toEqual([])
  })
})
