import type { SaveScope } from './save-button.tsx'

/** Team or agent: its name, route and file format. */
export type LibraryKind = {
  readonly word: 'agent' | 'team'
  readonly title: string
  readonly place: string
  readonly ending: string
  readonly mediaType: string
  /** Where files of this kind can be saved. */
  readonly places: readonly SaveScope[]
}

export const agentKind: LibraryKind = {
  word: 'agent',
  title: 'Agents',
  place: '/agents',
  ending: '.md',
  mediaType: 'text/markdown',
  places: ['user', 'workspace'],
}

export const teamKind: LibraryKind = {
  word: 'team',
  title: 'Teams',
  place: '/teams',
  ending: '.json',
  mediaType: 'application/json',
  places: ['user', 'workspace', 'squad'],
}
