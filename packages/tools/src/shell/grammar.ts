import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Parser } from 'web-tree-sitter'

/** What the published bash grammar finds in a line: where commands begin, as `[place, text]`. Undefined if it fails. */
export type SecondReading = { readonly commands: ReadonlyMap<number, string>; readonly isSound: boolean }

const maxParseMs = 500

/** Reads the line with tree-sitter's grammar, within a time limit. Loaded on the first call. */
export async function readByGrammar(line: string): Promise<SecondReading | undefined> {
  const parser = await loadParser()
  const end = performance.now() + maxParseMs
  const tree = parser.parse(line, null, { progressCallback: () => performance.now() > end })
  if (!tree) {
    parser.reset()
    return undefined
  }
  try {
    const commands = new Map<number, string>()
    for (const node of tree.rootNode.descendantsOfType('command')) {
      const name = node?.childForFieldName('name')
      if (node && name) commands.set(name.startIndex, line.slice(name.startIndex, node.endIndex))
    }
    return { commands, isSound: !tree.rootNode.hasError }
  } finally {
    tree.delete()
  }
}

let loading: Promise<Parser> | undefined

const loadParser = (): Promise<Parser> => {
  loading ??= load()
  return loading
}

async function load(): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter')
  await Parser.init()
  const path = createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm')
  const parser = new Parser()
  parser.setLanguage(await Language.load(await readFile(path)))
  return parser
}
