import { createRequire } from 'node:module'
import { Language as Grammar, type Node, Parser } from 'web-tree-sitter'
import type { Language } from './languages.ts'

/** A named symbol in a file. Lines count from 1. `depth` is the number of enclosing symbols. */
export type CodeSymbol = {
  readonly kind: string
  readonly name: string
  readonly from: number
  readonly to: number
  readonly depth: number
  readonly signature: string
}

/** The symbols in a text, and the line of its first syntax error, if any. */
export type Outline = { readonly symbols: readonly CodeSymbol[]; readonly cut: boolean; readonly brokenAt?: number }

const MAX_SYMBOLS = 2_000
const MAX_DEPTH = 8
const MAX_SIGNATURE = 160
const MAX_NAME = 80

/** Parses the text and walks its tree. Broken code yields the symbols that can still be recognized. */
export async function outline(text: string, language: Language): Promise<Outline> {
  const parser = await parserOf(language.grammar)
  const tree = parser.parse(text)
  if (!tree) return { symbols: [], cut: false, brokenAt: 1 }
  try {
    const symbols = symbolsOf(tree.rootNode, language)
    const brokenAt = tree.rootNode.hasError ? firstError(tree.rootNode) : undefined
    const cut = symbols.length >= MAX_SYMBOLS
    return brokenAt === undefined ? { symbols, cut } : { symbols, cut, brokenAt }
  } finally {
    tree.delete()
  }
}

const parsers = new Map<string, Promise<Parser>>()
const require = createRequire(import.meta.url)

function parserOf(grammar: string): Promise<Parser> {
  const known = parsers.get(grammar)
  if (known !== undefined) return known
  const loading = load(grammar)
  parsers.set(grammar, loading)
  return loading
}

async function load(grammar: string): Promise<Parser> {
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Grammar.load(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`)))
  return parser
}

type PendingNode = { readonly node: Node; readonly depth: number; readonly around: string | undefined }

/** Uses an explicit stack: code nested a hundred thousand levels deep must not overflow the call stack. */
function symbolsOf(root: Node, language: Language): readonly CodeSymbol[] {
  const found: CodeSymbol[] = []
  const waiting: PendingNode[] = [{ node: root, depth: 0, around: undefined }]
  for (let place = waiting.pop(); place && found.length < MAX_SYMBOLS; place = waiting.pop()) {
    const symbol = toSymbol(place, language)
    if (symbol) found.push(symbol)
    const depth = symbol ? place.depth + 1 : place.depth
    const around = symbol?.kind ?? place.around
    if (depth > MAX_DEPTH) continue
    for (const child of place.node.namedChildren.toReversed()) if (child) waiting.push({ node: child, depth, around })
  }
  return found
}

function toSymbol({ node, depth, around }: PendingNode, language: Language): CodeSymbol | undefined {
  const declared = language.symbols[node.type]
  if (declared === undefined) return undefined
  const kind = kindOf(node, declared, around)
  if (!kind || (isInsideFunction(around) && !isWorthInside(kind))) return undefined
  const name = nameOf(node)
  if (!name) return undefined
  const lines = { from: node.startPosition.row + 1, to: node.endPosition.row + 1 }
  return { kind, name: short(name, MAX_NAME), ...lines, depth, signature: signatureOf(node) }
}

const isInsideFunction = (around: string | undefined): boolean =>
  around === 'function' || around === 'method' || around === 'constructor' || around === 'constant'

const isWorthInside = (kind: string): boolean => kind === 'function' || kind === 'class' || kind === 'method'

/** A function may be a method, a variable may hold a function, and an assignment may not be a constant. */
function kindOf(node: Node, declared: string, around: string | undefined): string | undefined {
  if (node.type === 'variable_declarator') return kindOfVariable(node)
  if (node.type === 'assignment') return isConstant(node) ? declared : undefined
  if (node.type === 'variable_assignment') return isTopLevel(node) ? declared : undefined
  if (node.type === 'type_spec') return kindOfType(node)
  if (node.type === 'field_declaration' || node.type === 'declaration') return kindOfMember(node, declared, around)
  if (node.type.endsWith('_specifier') && !node.childForFieldName('body')) return undefined
  if (declared === 'function' && isContainer(around)) return 'method'
  return declared
}

const isContainer = (around: string | undefined): boolean =>
  around === 'class' || around === 'struct' || around === 'impl' || around === 'trait' || around === 'interface'

function kindOfVariable(node: Node): string | undefined {
  const value = node.childForFieldName('value')?.type ?? ''
  if (/^(arrow_function|function_expression|generator_function)$/.test(value)) return 'function'
  if (value === 'class') return 'class'
  return isTopLevel(node.parent ?? node) ? 'constant' : undefined
}

const isTopLevel = (node: Node): boolean =>
  /^(program|export_statement|source_file|module|declaration_command|ambient_declaration)$/.test(
    node.parent?.type ?? 'program',
  )

/** In Python and Ruby, a name in capitals at the top level or in a class is a constant. */
const isConstant = (node: Node): boolean => /^[A-Z][A-Z0-9_]*$/.test(node.childForFieldName('left')?.text ?? '')

function kindOfType(node: Node): string {
  const type = node.childForFieldName('type')?.type
  return type === 'struct_type' ? 'struct' : type === 'interface_type' ? 'interface' : 'type'
}

/** In C++, a member without a body is a method if it has parameters. Other languages only have fields. */
function kindOfMember(node: Node, declared: string, around: string | undefined): string | undefined {
  if (innermostDeclarator(node)?.parent?.type === 'function_declarator')
    return isContainer(around) ? 'method' : 'function'
  return declared === 'declaration' ? undefined : declared
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'rule_set' || node.type === 'media_statement') return headOf(node)
  if (node.type === 'impl_item') return headOf(node).replace(/^(unsafe )?impl(<[^>]*>)?\s*/, '')
  const named = node.childForFieldName('name') ?? node.childForFieldName('left') ?? innermostDeclarator(node)
  if (named) return receiverOf(node) + named.text
  const plain = node.namedChildren.find((child) => child && /(^|_)(name|identifier)$/.test(child.type))
  return plain?.text.trim() ?? variableOf(node)
}

/** `declarator` inside `declarator`: pointers, references and functions wrap the name in C, C++ and Java. */
function innermostDeclarator(node: Node): Node | null {
  let inner = node.childForFieldName('declarator')
  for (let next = inner; next; next = wrapped(next)) inner = next
  return inner
}

const wrapped = (node: Node): Node | null =>
  node.type === 'qualified_identifier' ? null : (node.childForFieldName('declarator') ?? node.childForFieldName('name'))

/** A C# field hides its name one level further down. */
const variableOf = (node: Node): string | undefined =>
  node.descendantsOfType('variable_declarator')[0]?.childForFieldName('name')?.text

/** A Go method names its receiver. */
function receiverOf(node: Node): string {
  const type = node.childForFieldName('receiver')?.descendantsOfType('type_identifier')[0]?.text
  return type ? `${type}.` : ''
}

/** The first line, without a block. */
function headOf(node: Node): string {
  const line = node.text.slice(0, 400).split('\n', 1)[0] ?? ''
  return /(_statement|rule_set|_item)$/.test(node.type) && node.type !== 'export_statement'
    ? line.replace(/\s*\{.*$/, '')
    : line
}

/** Much more than is ever shown. */
const LONGEST_WRITTEN = 2_000

/** The declaration as written, without decorators and body. */
function signatureOf(node: Node): string {
  const outer = /^(export_statement|lexical_declaration|variable_declaration|decorated_definition)$/
  let whole = node
  while (whole.parent && outer.test(whole.parent.type) && whole.parent.startPosition.row === whole.startPosition.row)
    whole = whole.parent
  const body = node.childForFieldName('body') ?? node.childForFieldName('value')?.childForFieldName('body')
  const written = body ? whole.text.slice(0, body.startIndex - whole.startIndex) : headOf(whole)
  return short(
    written
      .slice(0, LONGEST_WRITTEN)
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/(\s*(=>|[{=:]))+$/, ''),
    MAX_SIGNATURE,
  )
}

const short = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

function firstError(root: Node): number {
  let node: Node | undefined = root
  while (node) {
    if (node.isError || node.isMissing) return node.startPosition.row + 1
    const next: Node | null | undefined = node.children.find((child) => child && (child.hasError || child.isMissing))
    if (!next) return node.startPosition.row + 1
    node = next
  }
  return 1
}
