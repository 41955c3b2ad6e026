/** Options and aliases are called A, B, C… in order. */
export const letterAt = (place: number): string => String.fromCharCode(65 + place)

export const placeOfLetter = (letter: string): number => letter.toUpperCase().charCodeAt(0) - 65
