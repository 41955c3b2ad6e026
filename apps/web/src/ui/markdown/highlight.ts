import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

/** Lines of words with their colours. Colours are CSS variables, so that one result serves both themes. */
export type Highlighted = readonly (readonly { readonly text: string; readonly color: string }[])[]

const theme = createCssVariablesTheme({ name: 'convene', variablePrefix: '--code-', fontStyle: false })

type Grammar = Parameters<HighlighterCore['loadLanguage']>[0]

const grammars: { readonly [language: string]: () => Promise<Grammar> } = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}

const aliases: { readonly [name: string]: string } = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  js: 'javascript',
  mjs: 'javascript',
  jsx: 'tsx',
  ts: 'typescript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  yml: 'yaml',
  jsonc: 'json',
  'c++': 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  patch: 'diff',
}

/** Highlights code, or returns null if the language is unknown. */
export type Highlight = (text: string, language: string) => Promise<Highlighted | null>

let started: Promise<HighlighterCore> | undefined

export const highlight: Highlight = async (text, language) => {
  const name = aliases[language] ?? language
  const grammar = Object.hasOwn(grammars, name) ? grammars[name] : undefined
  if (!grammar) return null
  started ??= createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const highlighter = await started
  await highlighter.loadLanguage(await grammar())
  const { tokens } = highlighter.codeToTokens(text, { lang: name, theme: 'convene' })
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, color: color ?? '' })))
}
