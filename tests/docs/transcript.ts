/** A command that a document shows, with its expected output. `…` matches anything. */
export type Shown = { readonly command: string; readonly words: readonly string[]; readonly output: string }

/** The session id that documents use. Each run gets a different one. */
export const exampleId = '7Q4M2KXR'

/** The commands of all blocks marked `console check`, in order. */
export function shownIn(markdown: string): readonly Shown[] {
  const blocks = markdown.matchAll(/^```console check\n([\s\S]*?)^```$/gm)
  return [...blocks].flatMap(([, block = '']) =>
    block
      .split(/^\$ convene /m)
      .slice(1)
      .map(shown),
  )
}

function shown(text: string): Shown {
  const [command = '', ...output] = text.split('\n')
  return { command, words: wordsOf(command), output: output.join('\n') }
}

/** Splits words like a shell, as far as documents need it: blanks and double quotes. */
const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

/** The parts of the expected output that were not printed. */
export function missingFrom(printed: string, expected: string): readonly string[] {
  const plain = plainText(printed)
  return expected
    .replace(onlyLive, '…')
    .split(/…|\n\s*\n/)
    .map(plainText)
    .filter((part) => part !== '' && !plain.includes(part))
}

/** Lines that only a terminal shows. */
const onlyLive = /^.*(?:[─·✓]|keep talking).*$/gmu

/**
 * Removes terminal drawing and Markdown marks, so that both forms of an answer compare equal, and message numbers,
 * because members who answer at the same time get them in either order.
 */
const plainText = (text: string): string =>
  text
    .replace(/[*`#•]|^\s*- /gmu, '')
    .replace(/\bm\d+\b/g, 'm')
    .replace(/\s+/g, ' ')
    .trim()
