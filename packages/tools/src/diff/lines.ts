/** Lines with their line endings: joined, they are the text again, and a last line without an ending is distinct. */
export const splitLines = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?<=\n)/))
