import type { Scope } from './save-button.tsx'

/** One of the two things that the library keeps: how it is called, where its pages are, and what its files are. */
export type Kind = {
  readonly word: 'agent' | 'team'
  readonly title: string
  readonly place: string
  readonly ending: string
  readonly mediaType: string
  /** Where files of this kind can be kept. */
  readonly places: readonly Scope[]
}

export const agentKind: Kind = {
  word: 'agent',
  title: 'Agents',
  place: '/agents',
  ending: '.md',
  mediaType: 'text/markdown',
  places: ['user', 'workspace'],
}

export const teamKind: Kind = {
  word: 'team',
  title: 'Teams',
  place: '/teams',
  ending: '.json',
  mediaType: 'application/json',
  places: ['user', 'workspace', 'squad'],
}

/** `Agent`, at the beginning of a line. */
export const capital = ({ word }: Kind): string => word.charAt(0).toUpperCase() + word.slice(1)
