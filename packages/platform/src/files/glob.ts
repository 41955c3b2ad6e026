/** A pattern split at its slashes. `'**'` is any number of folders. */
export type Glob = readonly ('**' | readonly Token[])[]

/** `'*'` is any run of characters. A predicate takes exactly one. */
type Token = '*' | ((character: string) => boolean)

/** Parses `*`, `?`, `[a-z]`, `[!a]`, `**` and `\` as an escape. */
export const parseGlob = (pattern: string): Glob =>
  pattern.split('/').map((part) => (part === '**' ? '**' : tokensOf(part)))

/** Never tries the same position twice: a pattern from an untrusted repository must not stall us. */
export function matchesGlob(glob: Glob, path: string): boolean {
  return path
    .split('/')
    .reduce((places, part) => advance(glob, places, part), start(glob))
    .has(glob.length)
}

/** Same as `matchesGlob` for many paths: the state after each folder is computed once and reused. */
export function globMatcher(glob: Glob): (path: string) => boolean {
  const folders = new Map<string, Places>()
  const isEnd = Array.from({ length: glob.length + 1 }, (_, place) => withFolders(glob, [place]).includes(glob.length))
  const placesAt = (folder: string): Places => {
    const known = folders.get(folder)
    if (known) return known
    const cut = folder.lastIndexOf('/')
    const above = cut < 0 ? start(glob) : placesAt(folder.slice(0, cut))
    const places = advance(glob, above, folder.slice(cut + 1))
    folders.set(folder, places)
    return places
  }
  return (path) => {
    const cut = path.lastIndexOf('/')
    const above = cut < 0 ? start(glob) : placesAt(path.slice(0, cut))
    for (const place of above) {
      const step = glob[place]
      if (step === '**' ? isEnd[place] : isEnd[place + 1] && step && matchesPart(step, path.slice(cut + 1))) return true
    }
    return false
  }
}

/** Positions in the pattern that a path may have reached. */
type Places = ReadonlySet<number>

const start = (glob: Glob): Places => new Set(withFolders(glob, [0]))

function advance(glob: Glob, places: Places, part: string): Places {
  const next = [...places].flatMap((place) => {
    const step = glob[place]
    if (step === '**') return [place]
    return step !== undefined && matchesPart(step, part) ? [place + 1] : []
  })
  return new Set(withFolders(glob, next))
}

/** `**` also matches no folder at all, except at the end, where something has to follow. */
function withFolders(glob: Glob, places: readonly number[]): readonly number[] {
  return places.flatMap((place) => {
    const reached = [place]
    let at = place
    while (glob[at] === '**' && at < glob.length - 1) reached.push(++at)
    if (glob[at] === '**' && at === glob.length - 1 && at > 0) reached.push(glob.length)
    return reached
  })
}

function tokensOf(part: string): readonly Token[] {
  const tokens = part.match(/\\.|\*+|\[!?[^\]]{1,200}\]|[\s\S]/g) ?? []
  return tokens.map((token) => {
    if (token.startsWith('*')) return '*'
    if (token === '?') return () => true
    if (token.length > 1 && token.startsWith('[')) return classOf(token.slice(1, -1))
    const character = token.length > 1 ? token.slice(1) : token
    return (other) => other === character
  })
}

function classOf(inside: string): (character: string) => boolean {
  const isNot = inside.startsWith('!')
  const ranges = [...(isNot ? inside.slice(1) : inside).matchAll(/(.)-(.)|(.)/g)].map(
    ([, from, to, one]) => [from ?? one ?? '', to ?? one ?? ''] as const,
  )
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNot
}

/** On a mismatch, the last `*` takes one more character. */
function matchesPart(tokens: readonly Token[], text: string): boolean {
  let at = 0
  let star = -1
  let taken = 0
  for (let index = 0; index < text.length; ) {
    const token = tokens[at]
    if (token === '*') {
      star = at++
      taken = index
    } else if (token?.(text[index] as string)) {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++taken
    } else return false
  }
  return tokens.slice(at).every((token) => token === '*')
}
