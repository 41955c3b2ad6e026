import { cleanLine } from '../text/clean.ts'
import type { Seat, SeatedTeam } from './team.ts'

/** The user, as an author, a voter and a panelist. No agent can have this slug. */
export const USER = 'user'

export const isUser = ({ slug }: { readonly slug: string }): boolean => slug === USER

/** The user's own seat. It has no model: asking it sends nothing anywhere. */
const userSeat: Seat = {
  name: 'You',
  slug: USER,
  description: 'The user, with a voice and a vote in the panel.',
  useFor: '',
  role: 'you',
  capabilities: [],
  category: 'primary',
  prompt: 'The user speaks for themselves.',
  variables: {},
  usePrefix: false,
  execution: 'single',
  maxIterations: 1,
  spawns: [],
  delegates: 'none',
  tools: 'none',
  permissions: {},
  worktree: false,
  icon: '🙋',
  color: '',
  order: 0,
  visible: true,
  model: '',
  seat: 'member',
}

export const hasUserSeat = ({ members }: Pick<SeatedTeam, 'members'>): boolean => members.some(isUser)

/** The team with the user as its last member. */
export const withUserSeat = (team: SeatedTeam): SeatedTeam =>
  hasUserSeat(team) ? team : { ...team, members: [...team.members, userSeat] }

/** The members that have a model. */
export const agentMembers = ({ members }: Pick<SeatedTeam, 'members'>): readonly Seat[] =>
  members.filter((seat) => !isUser(seat))

const PREFIX = 'agent '
const LONGEST = 60

/**
 * The author of what another program says to a team. Never the user, whatever the program calls itself, and not a slug
 * either, because slugs contain no blanks.
 */
export const callerAuthor = (name: string): string =>
  `${PREFIX}${cleanLine(name).slice(0, LONGEST).trim() || 'without a name'}`

/** Whether another program said it, and not the user or a member of the team. */
export const isCaller = (author: string): boolean => author.startsWith(PREFIX)

/** How prompts name an author who is not in the team. */
export const askerName = (author: string): string =>
  isCaller(author) ? `"${author}", another program and not the user` : author === USER ? 'the user' : author
