import { asStarted } from './as-started.ts'
import { glued, unglued } from './no-break-space.ts'
import type { TextSink } from './terminal.ts'

/**
 * A stream for notices: commands are written the way the program was started, and on a terminal lines break between
 * words. `verbatim` writes what must stay as it is.
 */
export const noticing = (sink: TextSink, started: { readonly command: string }): TextSink => ({
  ...sink,
  write: (text) => sink.write(noticeText(sink, started, text)),
  verbatim: (text) => sink.write(text),
})

function noticeText(sink: TextSink, started: { readonly command: string }, text: string): string {
  const said = asStarted(started, text)
  if (!sink.isTerminal) return said
  return said
    .split('\n')
    .map((line) => wordWrapped(line, sink.columns()))
    .join('\n')
}

/** Colours may stay open over a break, so a line is broken as it is. A word that is too long is left to the terminal. */
function wordWrapped(line: string, width: number): string {
  if (line.includes('\r') || cellsIn(line) <= width) return line
  const indent = /^ */u.exec(line)?.[0] ?? ''
  const rows: string[] = []
  let row = ''
  for (const word of wordsOf(glued(line.slice(indent.length)))) {
    const longer = row === '' ? indent + word : `${row} ${word}`
    if (row !== '' && cellsIn(longer) > width) {
      rows.push(row)
      row = indent + word
    } else row = longer
  }
  return unglued([...rows, row].join('\n'))
}

/** Text in backticks stays in one piece, so that it can be copied. */
const wordsOf = (line: string): readonly string[] => line.match(/(?:`[^`]*`|[^ ])+| (?= )/gu) ?? []

// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colour sequences take no space
const colour = /\u001b\[[\d;]*m/gu

/** Close enough for notices: `widthOf` would be one more file to load with every command. */
const cellsIn = (text: string): number =>
  [...text.replace(colour, '')].reduce((cells, character) => cells + (character >= '\u2e80' ? 2 : 1), 0)
