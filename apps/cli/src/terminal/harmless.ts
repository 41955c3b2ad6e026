import { clean } from '@convene/domain'

/** What `ansiStyle` writes. Other codes can hide text, so they are not ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colour sequences
const colours = /(\u001b\[(?:[1-4]|2[2-4]|3[1-369]|38;2;\d{1,3};\d{1,3};\d{1,3}|38;5;\d{1,3})m)/u

/**
 * Text that moves no cursor, clears nothing and hides nothing on a terminal: only our own colours stay. Code that
 * prints text from models, files or the network may have forgotten to clean it.
 */
export function harmless(text: string): string {
  return text
    .split(colours)
    .map((part, index) => (index % 2 === 1 ? part : clean(part)))
    .join('')
}
