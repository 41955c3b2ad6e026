import { Lexer, type Token } from 'marked'

/** Inline marks are parsed in pieces of this length, because the cost grows faster than the text. */
const PIECE = 2_000
const DEEPEST = 6
const SHORT = 200

/** Parses Markdown in bounded time, even text made to keep the page busy. */
export const lex = (text: string): readonly Token[] => new Patient({ gfm: true, breaks: true, extensions }).lex(text)

/** Formulas within a line and footnotes, which the lexer does not know. */
const extensions = {
  renderers: {},
  childTokens: {},
  inline: [inlineMath, footnoteMark],
  startInline: [(text: string) => startOf(text, /\$|\[\^/u)],
  block: [footnote],
  startBlock: [(text: string) => startOf(text, /\n\[\^/u)],
}

function startOf(text: string, sign: RegExp): number | undefined {
  const found = text.search(sign)
  return found < 0 ? undefined : found
}

/** `$x$`, but not two amounts or variables: the signs touch the formula, and no word follows. */
function inlineMath(text: string): Token | undefined {
  const found = /^\$(?![\s$])((?:\\.|[^\\$\n]){1,300}?)(?<!\s)\$(?![\w$])/u.exec(text)
  const [raw = '', formula = ''] = found ?? []
  return /[a-z\\^_=]/iu.test(formula) ? { type: 'formula', raw, text: formula } : undefined
}

/** `[^1]` in a sentence. */
function footnoteMark(text: string): Token | undefined {
  const [raw = '', name = ''] = /^\[\^([\w-]{1,20})\]/u.exec(text) ?? []
  return raw === '' ? undefined : { type: 'footnoteMark', raw, text: name }
}

/** `[^1]: the note`. */
function footnote(this: { readonly lexer: Lexer }, text: string): Token | undefined {
  const [raw = '', name = '', note = ''] = /^\[\^([\w-]{1,20})\]:[ \t]*([^\n]*)(?:\n|$)/u.exec(text) ?? []
  return raw === '' ? undefined : { type: 'footnote', raw, text: name, tokens: this.lexer.inlineTokens(note) }
}

const everyMark = [
  '---\n',
  '# A\n',
  '- o\n- [ ] p\n\n1. q\n',
  '> r\n\n```s\nt\n```\n',
  '|u|v|\n|-|-|\n|w|x|\n\n$$y$$\n\n[z]: a\n',
  '**b** *c* `d` ~~e~~\n',
  '<f> [g](h) ![i](j) https://k.l [m1] \\n\n',
]

/** Each compiles the patterns for some marks. Otherwise, the first text would take five times as long. */
export const lexerWarmUps: readonly (() => void)[] = everyMark.map((text) => () => void lex(text))

class Patient extends Lexer {
  #depth = 0

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    this.#depth += 1
    for (const piece of piecesOf(text)) {
      if (this.#depth > DEEPEST || isNoise(piece)) tokens.push({ type: 'text', raw: piece, text: piece })
      else super.inlineTokens(piece, tokens)
    }
    this.#depth -= 1
    return tokens
  }
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > PIECE) {
    const end = cutOf(rest)
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...pieces, rest]
}

/** Splits at a line, sentence or word end, because marks seldom span them. */
function cutOf(text: string): number {
  for (const end of ['\n', '. ', ' ']) {
    const found = text.lastIndexOf(end, PIECE - end.length)
    if (found > PIECE / 2) return found + end.length
  }
  return PIECE
}

/** More marks than words. Nobody writes that, and the lexer would try every pair of marks. */
function isNoise(piece: string): boolean {
  if (piece.length < SHORT) return false
  return (piece.match(/[*_~]/gu)?.length ?? 0) > piece.length * 0.3
}
