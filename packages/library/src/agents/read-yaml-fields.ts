import type { Json } from '@convene/domain'
import type { FilePosition, KeyPath } from '@convene/platform'
import { isAlias, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { FrontMatterFault, FrontMatterFields } from './front-matter.ts'

type Document = ReturnType<typeof parseDocument>

/** Reads fields as YAML 1.2 without tags, anchors and merge keys, so a foreign file can only contain data. */
export function readYamlFields(text: string): FrontMatterFields | FrontMatterFault {
  const lines = new LineCounter()
  const place = (offset: number): FilePosition => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  try {
    const document = parseDocument(text, { lineCounter: lines, schema: 'core', merge: false, prettyErrors: false })
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) return { ok: false, place: place(problem.pos[0]), message: firstLine(problem.message) }
    const odd = findOddity(document)
    if (odd) return { ok: false, place: place(odd.offset), message: odd.message }
    const value: unknown = document.toJS({ maxAliasCount: 0 }) ?? {}
    if (typeof value !== 'object' || Array.isArray(value)) return fault('expected fields such as "name: Reviewer"')
    return { ok: true, fields: value as { [key: string]: Json }, places: (path) => place(offsetOf(document, path)) }
  } catch (error) {
    return fault(error instanceof RangeError ? 'nested too deeply' : firstLine(String(error)))
  }
}

type Oddity = { readonly offset: number; readonly message: string }

function findOddity(document: Document): Oddity | undefined {
  let found: Oddity | undefined
  visit(document, (key, node) => {
    if (!isNode(node)) return undefined
    const offset = node.range?.[0] ?? 0
    if (isAlias(node) || node.anchor) found = { offset, message: 'anchors and aliases are not allowed' }
    else if (node.tag) found = { offset, message: 'tags are not allowed' }
    else if (key === 'key' && String(node) === '__proto__')
      found = { offset, message: 'the key __proto__ is not allowed' }
    return found ? visit.BREAK : undefined
  })
  return found
}

/** The position of the key at a path, or the nearest one around it. */
function offsetOf(document: Document, path: KeyPath): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const key = path[length - 1]
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key)
      if (isScalar(pair?.key) && pair.key.range) return pair.key.range[0]
    }
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''

const fault = (message: string): FrontMatterFault => ({ ok: false, place: { line: 1, column: 1 }, message })
