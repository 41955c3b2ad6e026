import { refuse } from '@convene/domain'
import type { PeopleRoute } from '@convene/protocol'
import type { Handlers } from '../context.ts'

const onlyOneUser = async () =>
  refuse('no_people', 'This server has one user. People need a team server: convene serve --database-url URL')

/** The answers of a server with one user. */
export const answersOfOneUser: Handlers<PeopleRoute> = {
  me: async () => ({ ok: true, value: null }),
  logout: onlyOneUser,
  switchSpace: onlyOneUser,
  look: onlyOneUser,
  mentions: onlyOneUser,
  spaces: onlyOneUser,
  createSpace: onlyOneUser,
  updateSpace: onlyOneUser,
  members: onlyOneUser,
  createMember: onlyOneUser,
  setRole: onlyOneUser,
  removeMember: onlyOneUser,
  revokeTokens: onlyOneUser,
  tokens: onlyOneUser,
  createToken: onlyOneUser,
  startConnect: onlyOneUser,
  connect: onlyOneUser,
  revokeToken: onlyOneUser,
  spaceKeys: onlyOneUser,
  saveSpaceKey: onlyOneUser,
  deleteSpaceKey: onlyOneUser,
  budget: onlyOneUser,
  setBudget: onlyOneUser,
  audit: onlyOneUser,
}
