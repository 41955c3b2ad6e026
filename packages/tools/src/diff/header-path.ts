const letters: readonly (readonly [sign: string, letter: string])[] = [
  ['\u0007', 'a'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
  ['"', '"'],
  ['\\', '\\'],
]
const letterOf = new Map(letters)
const signOf = new Map(letters.map(([sign, letter]) => [letter, sign]))

/** A path in the header of a diff. With control characters, quotes or backslashes it is quoted, as git does. */
export const quotedInHeader = (path: string): string =>
  /["\\\p{Cc}]/u.test(path) ? `"${path.replace(/["\\\p{Cc}]/gu, escaped)}"` : path

function escaped(sign: string): string {
  const letter = letterOf.get(sign)
  if (letter) return `\\${letter}`
  return [...Buffer.from(sign)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

/** A path as git or we have quoted it: `"caf\303\251.txt"` is `café.txt`. */
export function unquotedInHeader(name: string): string {
  if (!/^".*"$/su.test(name) || name.length < 2) return name
  const parts = name.slice(1, -1).matchAll(/\\([0-3][0-7]{2})|\\(.)|([^\\]+)/gsu)
  return Buffer.concat(
    Array.from(parts, ([, octal, letter = '', plain]) =>
      octal === undefined
        ? Buffer.from(plain ?? signOf.get(letter) ?? letter)
        : Buffer.from([Number.parseInt(octal, 8)]),
    ),
  ).toString('utf8')
}
