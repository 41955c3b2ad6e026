import type { Action } from './rules.ts'

type KnownTool = {
  /** The permission's default rule. Everything else asks. */
  readonly rule?: Action
  /** What other programs call it. One of their names may map to several of our tools. */
  readonly alsoCalled?: readonly string[]
}

/**
 * Tools and permissions that need more than the tool's own file: allowed by default, or known under other names. A tool
 * missing here asks before it runs.
 */
export const knownTools: { readonly [name: string]: KnownTool } = {
  read: { rule: 'allow', alsoCalled: ['codebase'] },
  grep: { rule: 'allow', alsoCalled: ['codebase', 'search'] },
  glob: { rule: 'allow', alsoCalled: ['codebase', 'search'] },
  list: { rule: 'allow', alsoCalled: ['codebase', 'ls'] },
  search: { rule: 'allow' },
  outline: { rule: 'allow' },
  diagnostics: { rule: 'allow' },
  edge_cases: { rule: 'allow' },
  test_skeleton: { rule: 'allow' },
  todo: { rule: 'allow', alsoCalled: ['todowrite', 'todoread'] },
  question: { rule: 'allow' },
  skill: { rule: 'allow' },
  task: { rule: 'allow', alsoCalled: ['agent'] },
  delegateWork: { rule: 'allow' },
  reportOut: { rule: 'allow' },
  decide: { rule: 'allow' },
  vote: { rule: 'allow' },
  handoff: { rule: 'allow' },
  edit: { rule: 'ask', alsoCalled: ['editfiles', 'notebookedit'] },
  write: { alsoCalled: ['editfiles'] },
  bash: { rule: 'ask', alsoCalled: ['execute', 'shell', 'runcommands'] },
  webfetch: { rule: 'ask', alsoCalled: ['web', 'fetch'] },
  websearch: { rule: 'ask', alsoCalled: ['web'] },
  crawl: { rule: 'ask' },
  'mcp_*': { rule: 'ask' },
  external_directory: { rule: 'ask' },
}

/** Our tools for another program's tool name. */
export function toolsCalled(name: string): readonly string[] {
  const found = Object.entries(knownTools).filter(([, { alsoCalled }]) => alsoCalled?.includes(name))
  return found.length > 0 ? found.map(([tool]) => tool) : [name]
}
