import type { Action } from './rules.ts'

type KnownTool = {
  /** The default rule of the permission with this name. Everything else asks. */
  readonly rule?: Action
  /** What other programs call it. One of their names may mean several of our tools. */
  readonly alsoCalled?: readonly string[]
}

/**
 * Tools and permissions that need more than the tool's own file says: allowed by default, or known under other names.
 * A tool that is missing here asks before it runs.
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

/** Our tools that another program calls by this name. */
export function toolsCalled(name: string): readonly string[] {
  const found = Object.entries(knownTools).filter(([, { alsoCalled }]) => alsoCalled?.includes(name))
  return found.length > 0 ? found.map(([tool]) => tool) : [name]
}
