const ESC = '\\u001b'
/** Its body ends at the line and at the next beginning: a text of beginnings only must not be read again and again. */
const body = '[^\\n\\u0007\\u001b\\u0090\\u0098\\u009c-\\u009f]*'
const stringSequence = `(?:${ESC}[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])${body}(?:\\u0007|${ESC}\\\\|\\u009c)`
const controlSequence = `(?:${ESC}\\[|\\u009b)[0-?]*[ -/]*[@-~]?`
const otherSequence = `${ESC}[ -/]*[0-Z\\\\^-~]?`
const sequences = new RegExp(`${stringSequence}|${controlSequence}|${otherSequence}`, 'gu')

/** Turn text around, hide it, or pretend to be nothing: bidi controls, zero-width characters, tags, private lines. */
const invisible =
  /[\u061c\u00ad\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\ud800-\udfff]/gu
const otherControls = /[^\P{Cc}\n\t]/gu

/**
 * Text from outside (models, tools, files, other people's titles) as it may be shown: no escape sequence, no
 * control character but line feed and tab, nothing that reorders or hides the text next to it. Everything that is
 * shown passes through here.
 */
export function clean(text: string): string {
  return text
    .replace(sequences, '')
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replace(otherControls, '')
    .replace(invisible, '')
}

/** The same as one line: for titles, names, lists and notices. */
export const cleanLine = (text: string): string => clean(text).replace(/\s+/gu, ' ').trim()

const unseen = new RegExp(`${otherControls.source}|${invisible.source}|[\\u2028\\u2029]`, 'gu')

/**
 * The same for a text that the user has to judge to the letter: nothing is removed, and what `clean` would drop is shown
 * there as its code. Between two controls that are dropped a whole command could go with them.
 */
export const spelled = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)

/** The same as one line, with line breaks shown: for the title of an approval. */
export const spelledLine = (text: string): string => spelled(text).replaceAll('\n', ' \u23ce ')

/** JSON that is safe to print: what JSON leaves as it is, but a terminal would act on, is escaped. */
export function cleanJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
