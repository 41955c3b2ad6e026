import type { Rules } from '@convene/domain'

/** A user's decisions: the rules in the settings, and whether somebody is there, who always says no. */
export type Policy = {
  readonly rules: Rules
  readonly interactive: boolean
  /** Workspace paths that it allows to change. */
  readonly mayChange: RegExp
}

const nothing = /^$/

export const policies = {
  /** The default rules, with nobody to ask: ask means deny. */
  unattended: { rules: {}, interactive: false, mayChange: nothing },
  /** Git and edits of sources are allowed, with nobody to ask. */
  bounded: {
    rules: { bash: { '*': 'ask', 'git *': 'allow' }, edit: { '*': 'ask', 'src/*': 'allow' } },
    interactive: false,
    mayChange: /^(src|\.git)\/(?!hooks|config)/,
  },
  /** The same for an agent in a worktree: nothing in the workspace itself, and no branch, may change. */
  apart: {
    rules: { bash: { '*': 'ask', 'git *': 'allow' }, edit: { '*': 'ask', 'src/*': 'allow' } },
    interactive: false,
    mayChange: /^\.git\/(objects|worktrees)(\/|$)/,
  },
  /** The default rules, and a user who denies every ask. */
  refusing: { rules: {}, interactive: true, mayChange: nothing },
  /** For controls only: everything is allowed. */
  open: {
    rules: { '*': 'allow', edit: 'allow', bash: 'allow', webfetch: 'allow', external_directory: 'allow' },
    interactive: false,
    mayChange: nothing,
  },
} as const satisfies { readonly [name: string]: Policy }

export type PolicyName = keyof typeof policies
