import { looksArithmetic } from './arithmetic.ts'
import { compounds, readDoubleParenthesis, readFunctionBody } from './compounds.ts'
import { readNewline, readRedirection } from './read-redirection.ts'
import { readWord } from './read-word.ts'
import { endsCommand, functionNamed, recordShellCommand } from './record.ts'
import {
  deeper,
  doubt,
  type ListEnding,
  peek,
  peekSecond,
  place,
  type ShellSource,
  skipBlanks,
  take,
} from './source.ts'
import { bareText, type Redirection, type Script, type ShellCommand, type Word, wordText } from './syntax.ts'

/** Every command that can run when bash runs the text, at any depth. Throws TooLarge. */
export function readScript(text: string): Script {
  const script: Script = { commands: [], functions: new Map(), doubts: [] }
  const source = { text, base: 0, at: 0, depth: 0, inputs: [], within: [], pending: [], script, readCommands }
  readCommands(source, '')
  return script
}

type Scope = { readonly ending: ListEnding; readonly inputs: readonly ShellCommand[]; first: number }

function readCommands(source: ShellSource, ending: ListEnding): ListEnding {
  const { within, inputs } = source
  const scope: Scope = { ending, inputs, first: source.script.commands.length }
  let ended: ListEnding | undefined
  while (ended === undefined) ended = readNext(source, scope)
  if (ended === '' && ending !== '') doubt(source, 'it ends in the middle')
  source.within = within
  source.inputs = inputs
  return ended
}

/** Reads one step. Returns what ended the list, if anything did. */
function readNext(source: ShellSource, scope: Scope): ListEnding | undefined {
  skipBlanks(source)
  const next = peek(source)
  if (next === '') return ''
  if (next === '\n') {
    readNewline(source)
    return startPipeline(source, scope)
  }
  if (next === ')') return closeParenthesis(source, scope)
  if (next === '(') return openParenthesis(source)
  if (next === ';' || next === '|' || (next === '&' && peekSecond(source) !== '>')) return readOperator(source, scope)
  return readSimple(source, scope)
}

function closeParenthesis(source: ShellSource, scope: Scope): ListEnding | undefined {
  source.at++
  if (scope.ending === ')') return ')'
  doubt(source, 'a parenthesis that was not opened')
  return undefined
}

function openParenthesis(source: ShellSource): undefined {
  const at = place(source)
  source.at++
  if (peek(source) === '(' && looksArithmetic(source.text, source.at + 1)) readDoubleParenthesis(source, at)
  else deeper(source, () => readCommands(source, ')'))
}

function readOperator(source: ShellSource, scope: Scope): ListEnding | undefined {
  const operator = take(source, [';;&', ';&', ';;', '&&', '||', '|&', '&', '|', ';'])
  if (operator === '|' || operator === '|&') source.inputs = source.script.commands.slice(scope.first)
  else startPipeline(source, scope)
  scope.first = source.script.commands.length
  if (operator === '|' || operator === '|&' || operator === '&')
    for (const name of source.within) functionNamed(source, name).isParallel = true
  if (operator !== ';;&' && operator !== ';&' && operator !== ';;') return undefined
  if (scope.ending === ';;') return ';;'
  doubt(source, 'the end of a branch outside of case')
  return undefined
}

function startPipeline(source: ShellSource, scope: Scope): undefined {
  source.inputs = scope.inputs
  scope.first = source.script.commands.length
}

type Parts = { readonly words: Word[]; readonly assignments: Word[]; readonly redirections: Redirection[] }

const declarations = new Set(['declare', 'typeset', 'local', 'export', 'readonly', 'alias', 'eval', 'let'])

function readSimple(source: ShellSource, scope: Scope): ListEnding | undefined {
  const parts: Parts = { words: [], assignments: [], redirections: [] }
  const start = place(source)
  for (;;) {
    readRedirections(source, parts)
    if (endsCommand(source)) break
    const word = readWord(source, mayAssign(parts))
    const compound = isEmpty(parts) ? compounds[bareText(word) ?? ''] : undefined
    if (compound) return compound(source, scope.ending, word)
    const isPrefix = parts.words.length === 0 && isAssignment(word)
    ;(isPrefix ? parts.assignments : parts.words).push(word)
  }
  if (peek(source) === '(') return readParenthesisAfter(source, parts)
  recordShellCommand(source, { at: parts.words[0]?.at ?? start, kind: 'simple', ...parts })
  return undefined
}

function readRedirections(source: ShellSource, { redirections }: Parts): void {
  skipBlanks(source)
  for (let found = readRedirection(source); found; found = readRedirection(source)) {
    redirections.push(found)
    skipBlanks(source)
  }
}

const mayAssign = ({ words }: Parts): boolean => words[0] === undefined || declarations.has(wordText(words[0]))

const isEmpty = ({ words, assignments, redirections }: Parts): boolean =>
  words.length + assignments.length + redirections.length === 0

function isAssignment(word: Word): boolean {
  const end = word.units.findIndex(({ kind }) => kind !== 'plain')
  const bare = wordText({ ...word, units: end < 0 ? word.units : word.units.slice(0, end) })
  return /^[A-Za-z_]\w*\+?=/.test(bare) || (/^[A-Za-z_]\w*\[/.test(bare) && /\]\+?=/.test(wordText(word)))
}

/** `name ()` defines a function. Any other parenthesis inside a command is an error, but its content is still read. */
function readParenthesisAfter(source: ShellSource, parts: Parts): undefined {
  const name = parts.words[0]
  const isDefinition = name && parts.words.length === 1 && take(source, ['()', '( )']) !== undefined
  if (isDefinition) return readFunctionBody(source, wordText(name))
  doubt(source, 'a parenthesis inside a command')
  recordShellCommand(source, { at: name?.at ?? place(source), kind: 'simple', ...parts })
}
