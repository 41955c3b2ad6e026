import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'

/**
 * Renders our Helm chart on machines without Helm. Supports the template features that the chart uses, and refuses the
 * rest: `define`, `include`, `if`, `with`, `range`, and pipes of a few functions.
 */
export function renderChart(folder: string, values: object = {}): readonly Resource[] {
  const chart = parse(readFileSync(join(folder, 'Chart.yaml'), 'utf8')) as { version: string; appVersion: string }
  const usual = parse(readFileSync(join(folder, 'values.yaml'), 'utf8')) as object
  const root = {
    Values: merged(usual, values),
    Chart: { AppVersion: chart.appVersion },
    Release: { Name: 'team', Namespace: 'work', Service: 'Helm' },
  }
  const defined = new Map<string, readonly Node[]>()
  const texts = readdirSync(join(folder, 'templates')).map((name) => {
    const nodes = parseTemplate(readFileSync(join(folder, 'templates', name), 'utf8'))
    for (const node of nodes) if (node.kind === 'define') defined.set(node.word, node.inner)
    return { name, nodes }
  })
  return texts
    .filter(({ name }) => name.endsWith('.yaml'))
    .flatMap(({ nodes }) => parseAllDocuments(run(nodes, root, { root, defined }), { strict: true }))
    .map((document) => {
      if (document.errors[0]) throw document.errors[0]
      return document.toJS() as Resource | null
    })
    .filter((resource) => resource !== null)
}

// biome-ignore lint/suspicious/noExplicitAny: Kubernetes resources; each test looks at a small part of one.
export type Resource = any

type Node = { readonly kind: string; readonly word: string; readonly inner: readonly Node[] }
type Context = { readonly root: object; readonly defined: ReadonlyMap<string, readonly Node[]> }

/** Alternating texts and actions. A dash in an action trims the white space next to it. */
function partsOf(text: string): readonly string[] {
  const parts = text.split(/(\{\{-?.*?-?\}\})/s)
  return parts.map((part, index) => {
    const start = parts[index - 1]?.endsWith('-}}') ? part.trimStart() : part
    return parts[index + 1]?.startsWith('{{-') ? start.trimEnd() : start
  })
}

type Open = { readonly kind: string; readonly word: string; readonly inner: Node[] }

function parseTemplate(text: string): readonly Node[] {
  const root: Open = { kind: 'root', word: '', inner: [] }
  const open = [root]
  for (const [index, part] of partsOf(text).entries()) {
    const node = index % 2 === 0 ? { kind: 'text', word: part, inner: [] } : actionOf(part)
    if (node.kind === 'end') open.pop()
    else open.at(-1)?.inner.push(node)
    if (['define', 'if', 'with', 'range'].includes(node.kind)) open.push(node)
  }
  if (open.length !== 1) throw new Error('an action has no end, or one too many')
  return root.inner
}

function actionOf(part: string): Open {
  const action = part.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '')
  const [, kind = 'value', word = ''] = /^(define|if|with|range|end)\b\s*(.*)$/s.exec(action) ?? []
  return { kind, word: kind === 'value' ? action : word.replaceAll('"', ''), inner: [] }
}

function run(nodes: readonly Node[], dot: unknown, context: Context): string {
  return nodes
    .map(({ kind, word, inner }) => {
      if (kind === 'text') return word
      if (kind === 'define') return ''
      if (kind === 'value') return String(pipe(word, dot, context) ?? '')
      const value = lookUp(word, dot, context)
      if (isEmpty(value)) return ''
      if (kind === 'range') return (value as unknown[]).map((each) => run(inner, each, context)).join('')
      return run(inner, kind === 'with' ? value : dot, context)
    })
    .join('')
}

const isEmpty = (value: unknown): boolean =>
  !value || (typeof value === 'object' && Object.keys(value as object).length === 0)

function pipe(text: string, dot: unknown, context: Context): unknown {
  const [first = '', ...rest] = text.split('|').map((part) => part.trim())
  return rest.reduce((value, call) => apply(call.split(/\s+/), value, { dot, context }), begin(first, dot, context))
}

function begin(text: string, dot: unknown, context: Context): unknown {
  const [name, argument = ''] = text.split(/\s+/)
  if (name === 'include')
    return run(context.defined.get(argument.replaceAll('"', '')) ?? missing(argument), dot, context)
  if (name === 'toYaml') return stringify(lookUp(argument, dot, context)).trimEnd()
  return lookUp(text, dot, context)
}

function apply(
  [name = '', argument = '']: readonly string[],
  value: unknown,
  { dot, context }: { readonly dot: unknown; readonly context: Context },
): unknown {
  if (name === 'quote') return JSON.stringify(String(value))
  if (name === 'default') return isEmpty(value) ? lookUp(argument, dot, context) : value
  if (name === 'toJson') return JSON.stringify(value)
  if (name === 'sha256sum') return createHash('sha256').update(String(value)).digest('hex')
  if (name === 'nindent') {
    const lines = String(value).split('\n')
    return `\n${lines.map((line) => line && ' '.repeat(Number(argument)) + line).join('\n')}`
  }
  return missing(name)
}

function lookUp(path: string, dot: unknown, { root }: Context): unknown {
  if (path === '.') return dot
  if (!/^\.[A-Za-z.]+$/.test(path)) return missing(path)
  const from = /^\.(Values|Chart|Release)\./.test(path) ? root : dot
  return path
    .slice(1)
    .split('.')
    .reduce<unknown>((value, key) => {
      if (typeof value !== 'object' || value === null || !(key in value)) throw new Error(`There is no ${path}`)
      return (value as { [key: string]: unknown })[key]
    }, from)
}

function missing(what: string): never {
  throw new Error(`The chart uses ${what}, which is not known here`)
}

const merged = (one: unknown, other: unknown): unknown =>
  isRecord(one) && isRecord(other)
    ? Object.fromEntries(
        [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [
          key,
          key in other ? merged(one[key], other[key]) : one[key],
        ]),
      )
    : other

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
