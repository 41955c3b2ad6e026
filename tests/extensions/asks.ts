/** A command that needs something from each optional package. */
export const asks: { readonly [name: string]: readonly string[] } = {
  '@convene/code-analysis': ['tools', 'test', 'outline:notes.md'],
  '@convene/coding-agents': ['models', 'acp'],
  '@convene/team': ['migrate', '--database-url', 'nowhere'],
  '@convene/eval': ['eval', 'missing.jsonl'],
  '@convene/gateways': ['mcp', '--http'],
  '@convene/squad': ['teams', 'save', 'code-review-team', '--squad'],
}
