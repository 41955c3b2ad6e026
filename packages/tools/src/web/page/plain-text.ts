/** Elements without readable content. */
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'head', 'select'])
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** Elements that are empty, or whose end tag is often omitted: they do not make a page deep. */
const FLAT = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option optgroup'.split(
    ' ',
  ),
)
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text between the tags, block by block, in linear time for any markup. */
export function readableText(html: string): string {
  let text = ''
  for (const token of tokens(html)) {
    if ('text' in token) text += decodeEntities(token.text.replace(/\s+/g, ' '))
    else if (!INLINE.has(token.tag)) text += '\n'
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
}

/** The size of a page's tree, computed before building it. */
export type Shape = { readonly depth: number; readonly elements: number }

/** Counts the elements of a page and their maximum depth. */
export function shapeOf(html: string): Shape {
  let elements = 0
  let open = 0
  let depth = 0
  for (const token of tokens(html)) {
    if ('text' in token) continue
    if (!token.isEnd) elements++
    if (FLAT.has(token.tag)) continue
    open = token.isEnd ? Math.max(0, open - 1) : open + 1
    depth = Math.max(depth, open)
  }
  return { depth, elements }
}

type Token = { readonly text: string } | { readonly tag: string; readonly isEnd: boolean }

function* tokens(html: string): Generator<Token> {
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) return yield { text: html.slice(at) }
    if (open > at) yield { text: html.slice(at, open) }
    const { token, end } = markupAt(html, open)
    if (token) yield token
    at = end
  }
}

const TAG = /<(\/?)([a-z][^\s/>]*)/iy

/** The markup at this `<`, and its end. Unclosed markup extends to the end of the page. */
function markupAt(html: string, open: number): { readonly token: Token | undefined; readonly end: number } {
  TAG.lastIndex = open
  const [, slash, name] = TAG.exec(html) ?? []
  if (name === undefined && !/[!?]/.test(html[open + 1] ?? '')) return { token: { text: '<' }, end: open + 1 }
  const end = endOf(html, open)
  if (end < 0 || name === undefined) return { token: undefined, end: end < 0 ? html.length : end + 1 }
  const tag = name.toLowerCase()
  const isEnd = slash === '/'
  return { token: { tag, isEnd }, end: isEnd ? end + 1 : afterSilent(html, tag, end + 1) }
}

/** The last character of the markup, or -1. */
function endOf(html: string, open: number): number {
  if (!html.startsWith('<!--', open)) return html.indexOf('>', open)
  const end = html.indexOf('-->', open)
  return end < 0 ? -1 : end + 2
}

function afterSilent(html: string, name: string, at: number): number {
  if (!SILENT.has(name)) return at
  const end = new RegExp(`</${name}`, 'gi')
  end.lastIndex = at
  return end.exec(html)?.index ?? html.length
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
