/** Lines with their ends: joined they are the text again, and a last line without an end differs from one with it. */
export const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?<=\n)/))
