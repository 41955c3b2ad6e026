import type { Rules } from '@convene/domain'

/** What a user has decided: rules in the settings, and whether a person is there, who says no. */
export type Policy = {
  readonly rules: Rules
  readonly interactive: boolean
  /** Paths in the workspace that it lets be changed. */
  readonly mayChange: RegExp
}

const nothing = /^$/

export const policies = {
  /** The default rules, with nobody to ask: ask means deny. */
  unattended: { rules: {}, interactive: false, mayChange: nothing },
  /** Git may be used and sources edited, without anybody to ask. */
  bounded: {
    rules: { bash: { '*': 'ask', 'git *': 'allow' }, edit: { '*': 'ask', 'src/*': 'allow' } },
    interactive: false,
    mayChange: /^(src|\.git)\/(?!hooks|config)/,
  },
  /** The same for an agent in a worktree: nothing of the workspace itself, and no branch, may be other than before. */
  apart: {
    rules: { bash: { '*': 'ask', 'git *': 'allow' }, edit: { '*': 'ask', 'src/*': 'allow' } },
    interactive: false,
    mayChange: /^\.git\/(objects|worktrees)(\/|$)/,
  },
  /** The usual rules, and a person who denies whatever is asked. */
  refusing: { rules: {}, interactive: true, mayChange: nothing },
  /** For controls only: everything is allowed. */
  open: {
    rules: { '*': 'allow', edit: 'allow', bash: 'allow', webfetch: 'allow', external_directory: 'allow' },
    interactive: false,
    mayChange: nothing,
  },
} as const satisfies { readonly [name: string]: Policy }

export type PolicyName = keyof typeof policies
