const ESC = '\\u001b'
/** A body ends at the line end or at the next start, or a text made up of starts would be scanned again and again. */
const body = '[^\\n\\u0007\\u001b\\u0090\\u0098\\u009c-\\u009f]*'
const stringSequence = `(?:${ESC}[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])${body}(?:\\u0007|${ESC}\\\\|\\u009c)`
const controlSequence = `(?:${ESC}\\[|\\u009b)[0-?]*[ -/]*[@-~]?`
const otherSequence = `${ESC}[ -/]*[0-Z\\\\^-~]?`
const sequences = new RegExp(`${stringSequence}|${controlSequence}|${otherSequence}`, 'gu')

/**
 * Characters that reorder or hide text, or are invisible: bidi controls, zero-width characters, fillers, tags.
 */
const invisible =
  /[\u034f\u061c\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\ud800-\udfff]/gu
const otherControls = /[^\P{Cc}\n\t]/gu

/** Everything that some terminal, editor or browser treats as the end of a line. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/gu

/**
 * Text from outside (models, tools, files, other people's titles) in a form that is safe to show: no escape sequence,
 * no control character but line feed and tab, nothing that reorders or hides the text next to it. Everything shown
 * passes through here.
 */
export function clean(text: string): string {
  return text.replace(lineEnds, '\n').replace(sequences, '').replace(otherControls, '').replace(invisible, '')
}

/**
 * The same in lines. Splitting before cleaning would leave a carriage return inside a line, and what follows it would
 * begin a row that looks like one of Convene's own.
 */
export const cleanLines = (text: string): string[] => clean(text).split('\n')

/** Streamed text in lines, not clean yet: the last may be cut in an escape sequence, or before its line feed. */
export const streamedLines = (text: string): string[] =>
  text.replace(/\r\n|\r(?!$)|[\v\f\u0085\u2028\u2029]/gu, '\n').split('\n')

/** The same as one line: for titles, names, lists and notices. */
export const cleanLine = (text: string): string => clean(text).replace(/\s+/gu, ' ').trim()

const unseen = new RegExp(`${otherControls.source}|${invisible.source}|[\\u2028\\u2029]`, 'gu')

/**
 * The same for text the user must judge to the letter: nothing is removed, and whatever `clean` would drop is shown as
 * its code. Otherwise a whole command between two control characters could disappear.
 */
export const spelled = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)

/** The same as one line with visible line breaks, for the title of an approval. */
export const spelledLine = (text: string): string => spelled(text).replaceAll('\n', ' \u23ce ')

/** JSON that is safe to print: characters that JSON allows but a terminal would act on are escaped. */
export function cleanJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
