import { readNewline } from './read-redirection.ts'
import { readArithmetic, readWord } from './read-word.ts'
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
import { bareText, type Word, wordText } from './syntax.ts'

/** The body of a function. Its calls are recorded under its name. */
export function readFunctionBody(source: ShellSource, name: string): undefined {
  functionNamed(source, name)
  skipLines(source)
  const { within } = source
  source.within = [...within, name]
  const isBraced = peek(source) === '{' && /\s/.test(peekSecond(source))
  if (!isBraced && peek(source) !== '(') return
  source.at++
  deeper(source, () => source.readCommands(source, isBraced ? '}' : ')'))
  source.within = within
}

function skipLines(source: ShellSource): void {
  for (skipBlanks(source); peek(source) === '\n'; skipBlanks(source)) readNewline(source)
}

/** Handles a reserved word that opens or ends something. */
export type Compound = (source: ShellSource, ending: ListEnding, word: Word) => ListEnding | undefined

const transparent: Compound = () => undefined

/** Bash's reserved words in command position, and how to continue after them. */
export const compounds: { readonly [word: string]: Compound } = {
  __proto__: null as never,
  if: transparent,
  // biome-ignore lint/suspicious/noThenProperty: a word of the shell, never awaited
  then: transparent,
  elif: transparent,
  else: transparent,
  fi: transparent,
  while: transparent,
  until: transparent,
  do: transparent,
  done: transparent,
  '!': transparent,
  time: (source) => readTime(source),
  '{': (source) => {
    deeper(source, () => source.readCommands(source, '}'))
    return undefined
  },
  '}': (_, ending) => (ending === '}' ? '}' : undefined),
  esac: (_, ending) => (ending === ';;' ? 'esac' : undefined),
  case: (source) => deeper(source, readCase),
  for: (source) => readLoop(source),
  select: (source) => readLoop(source),
  function: (source) => readFunction(source),
  coproc: (source) => readCoprocess(source),
  '[[': (source, _, word) => readTest(source, word),
}

function readTime(source: ShellSource): undefined {
  skipBlanks(source)
  while (/^(-p|--)(?=[\s;&|]|$)/.test(source.text.slice(source.at, source.at + 3))) {
    source.at += 2
    skipBlanks(source)
  }
}

function readCase(source: ShellSource): undefined {
  skipBlanks(source)
  readWord(source)
  skipLines(source)
  if (bareText(readWord(source)) !== 'in') return doubt(source, 'a case without in') as undefined
  for (;;) {
    skipLines(source)
    if (peek(source) === '') return doubt(source, 'a case that is not closed') as undefined
    const isOpened = take(source, ['(']) !== undefined
    if (readPatterns(source, isOpened) === 'esac') return
    const ended = source.readCommands(source, ';;')
    if (ended !== ';;') return
  }
}

function readPatterns(source: ShellSource, isOpened: boolean): ListEnding {
  for (let count = 0; ; count++) {
    skipBlanks(source)
    const next = peek(source)
    if (next === '') return 'esac'
    if (next === ')') {
      source.at++
      return ';;'
    }
    if (next === '|') source.at++
    else if (endsCommand(source)) {
      doubt(source, 'a pattern that cannot be read')
      return ';;'
    } else if (bareText(readWord(source)) === 'esac' && count === 0 && !isOpened) return 'esac'
  }
}

function readLoop(source: ShellSource): undefined {
  skipBlanks(source)
  const at = place(source)
  if (peek(source) === '(' && peekSecond(source) === '(') {
    take(source, ['(('])
    source.at--
    return readDoubleParenthesis(source, at) as undefined
  }
  const words = [quoted('for', at), readWord(source)]
  skipLines(source)
  const start = source.at
  if (bareText(readWord(source)) === 'in') {
    for (skipBlanks(source); !endsCommand(source); skipBlanks(source)) words.push(readWord(source))
  } else source.at = start
  recordShellCommand(source, { at, kind: 'loop', words })
}

function readFunction(source: ShellSource): undefined {
  skipBlanks(source)
  const name = wordText(readWord(source))
  skipBlanks(source)
  take(source, ['()', '( )'])
  return readFunctionBody(source, name)
}

/** A name is allowed only before a compound command. */
function readCoprocess(source: ShellSource): undefined {
  skipBlanks(source)
  const start = source.at
  const name = bareText(readWord(source)) ?? ''
  skipBlanks(source)
  const next = peek(source)
  const beginsCompound =
    next === '(' || compounds[/^[a-z{[]+/.exec(source.text.slice(source.at, source.at + 16))?.[0] ?? '']
  if (!/^[A-Za-z_]\w*$/.test(name) || compounds[name] || !beginsCompound) source.at = start
  for (const caller of source.within) functionNamed(source, caller).isParallel = true
}

function readTest(source: ShellSource, opening: Word): undefined {
  const words = [opening]
  for (;;) {
    skipLines(source)
    if (peek(source) === '') {
      doubt(source, 'a test that is not closed')
      break
    }
    if (/^\]\](?=[\s;&|()<>]|$)/.test(source.text.slice(source.at, source.at + 3))) {
      source.at += 2
      break
    }
    if (endsCommand(source)) source.at++
    else words.push(readWord(source))
  }
  recordShellCommand(source, { at: opening.at, kind: 'test', words })
}

/** `((…))`, from its second parenthesis on. */
export function readDoubleParenthesis(source: ShellSource, at: number): void {
  const start = ++source.at
  deeper(source, () => readArithmetic(source, '(', ')'))
  const text = source.text.slice(start, source.at - 1)
  if (peek(source) === ')') source.at++
  recordShellCommand(source, { at, kind: 'arithmetic', words: [quoted('((', at), quoted(text, at)] })
}

const quoted = (text: string, at: number): Word => ({ units: [{ text, kind: 'quoted' }], at })
