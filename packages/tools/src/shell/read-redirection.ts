import { readHereText, readWord } from './read-word.ts'
import { doubt, type HereDocument, inner, metacharacters, peek, type ShellSource, skipBlanks, take } from './source.ts'
import { type Redirection, wordText } from './syntax.ts'

const operators = ['&>>', '&>', '<<<', '<<-', '<<', '<&', '<>', '>>', '>&', '>|', '<', '>']

/** A redirection, if there is one here. The body of a here-document comes later, after the line's end. */
export function readRedirection(source: ShellSource): Redirection | undefined {
  const start = source.at
  const descriptor = /^(?:\d+|\{[A-Za-z_]\w*\})(?=[<>])/.exec(source.text.slice(source.at, source.at + 64))
  if (descriptor) source.at += descriptor[0].length
  const operator = take(source, operators)
  if (operator === undefined || (operator.length === 1 && peek(source) === '(')) {
    source.at = start
    return undefined
  }
  skipBlanks(source)
  if (peek(source) === '' || (metacharacters.has(peek(source)) && !'<>'.includes(peek(source))))
    doubt(source, 'a redirection to nothing')
  const redirection: HereDocument['redirection'] = { operator, target: readWord(source) }
  if (operator === '<<<') redirection.body = wordText(redirection.target)
  if (operator === '<<' || operator === '<<-') expectBody(source, redirection)
  return redirection
}

function expectBody(source: ShellSource, redirection: HereDocument['redirection']): void {
  source.pending.push({
    redirection,
    delimiter: wordText(redirection.target),
    isQuoted: redirection.target.units.some(({ kind }) => kind === 'quoted'),
    stripsTabs: redirection.operator === '<<-',
  })
}

/** A line end, and the here-documents that start after it. */
export function readNewline(source: ShellSource): void {
  source.at++
  for (const document of source.pending.splice(0)) readBody(source, document)
}

function readBody(source: ShellSource, document: HereDocument): void {
  const lines: string[] = []
  for (;;) {
    if (source.at >= source.text.length) {
      doubt(source, 'a here-document that is not closed')
      break
    }
    const line = readLine(source, document)
    if (line === document.delimiter) break
    lines.push(line)
  }
  document.redirection.body = lines.join('\n')
  if (!document.isQuoted) readHereText(inner(source, `${document.redirection.body}\n`, Number.NaN))
}

/** Without quotes, a backslash before a line end joins two lines before the delimiter is compared. */
function readLine(source: ShellSource, { isQuoted, stripsTabs }: HereDocument): string {
  let line = ''
  for (;;) {
    const end = source.text.indexOf('\n', source.at)
    const stop = end < 0 ? source.text.length : end
    line += source.text.slice(source.at, stop)
    source.at = stop + 1
    const isJoined = !isQuoted && /(?<!\\)(?:\\\\)*\\$/.test(line) && end >= 0
    if (!isJoined) return stripsTabs ? line.replace(/^\t+/, '') : line
    line = line.slice(0, -1)
  }
}
