/** The two names in `a/x b/x`. A name with spaces is found because both are the same, unless headers say otherwise. */
export function pathsOf(names: string): { readonly from: string; readonly path: string } | undefined {
  if (names.startsWith('"')) {
    const [, from = '', path = ''] = /^("(?:[^"\\]|\\.)*") (.+)$/u.exec(names) ?? []
    return path === '' ? undefined : { from: withoutSide(unquoted(from)), path: withoutSide(unquoted(path)) }
  }
  const middle = (names.length - 1) / 2
  const [first, second] = [names.slice(0, middle), names.slice(middle + 1)]
  if (Number.isInteger(middle) && first.slice(2) === second.slice(2))
    return { from: withoutSide(first), path: withoutSide(second) }
  const at = names.indexOf(' b/')
  return at < 0
    ? undefined
    : { from: withoutSide(names.slice(0, at)), path: withoutSide(unquoted(names.slice(at + 1))) }
}

/** `a/src/x.ts` is `src/x.ts`. */
export const withoutSide = (path: string): string => path.replace(/^[ab]\//u, '')

const letters: { readonly [letter: string]: string } = {
  a: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
}

/** A name as git quotes it: `"caf\303\251.txt"` is `café.txt`. Bytes that are no UTF-8 stay as git writes them. */
export function unquoted(name: string): string {
  if (!(name.startsWith('"') && name.endsWith('"') && name.length > 1)) return name
  const encoded = name
    .slice(1, -1)
    .replace(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu, (_, octal?: string, letter = '', plain?: string) =>
      octal === undefined ? encodeURIComponent(plain ?? letters[letter] ?? letter) : percent(octal),
    )
  try {
    return decodeURIComponent(encoded)
  } catch {
    return name
  }
}

const percent = (octal: string): string => `%${(Number.parseInt(octal, 8) & 255).toString(16).padStart(2, '0')}`
