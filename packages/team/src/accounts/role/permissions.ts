import type { Refusal } from '@convene/domain'
import type { RouteName } from '@convene/protocol'
import type { SignedInCaller } from '../account/account.ts'
import { isRoleAtLeast, type SpaceRole } from '../account/role.ts'
import { MAIN_SPACE } from './main-space.ts'

/**
 * Who may make a call. `anyone` needs no login. `server` changes or shows what all spaces share, so only the admins of
 * the space `main` may. `own`: below an admin, only the person who started the session.
 */
export type Permission = 'anyone' | 'server' | SpaceRole | { readonly own: SpaceRole }

/** One row per call in the contract. A missing row does not compile. */
const routes = {
  health: 'anyone',
  openApi: 'viewer',
  // Opens a page as the one who made it, and as nobody else.
  openCode: 'viewer',
  status: 'viewer',
  newerVersion: 'viewer',
  changes: 'viewer',
  // Authorized by its signature.
  hook: 'anyone',

  sessions: 'viewer',
  session: 'viewer',
  events: 'viewer',
  event: 'viewer',
  image: 'viewer',
  exportSession: 'viewer',
  compareSessions: 'viewer',
  approvals: 'viewer',
  preview: 'member',
  createSession: 'member',
  upload: 'member',
  uploadToSession: { own: 'member' },
  updateSession: { own: 'member' },
  deleteSession: { own: 'member' },
  deletedSessions: 'member',
  restoreSession: 'admin',
  // Each command has its own rule in `commandRules`.
  command: 'member',
  answerApproval: 'approver',
  review: 'viewer',
  comment: { own: 'member' },
  // Changes files outside the session's own, or sends them elsewhere.
  land: 'approver',

  decisions: 'viewer',
  records: 'viewer',
  grading: 'server',
  grade: 'server',
  examples: 'viewer',
  example: 'viewer',

  agents: 'viewer',
  agent: 'viewer',
  checkAgent: 'member',
  createAgent: 'server',
  saveAgent: 'server',
  deleteAgent: 'server',
  teams: 'viewer',
  team: 'viewer',
  checkTeam: 'member',
  suggestTeam: 'member',
  createTeam: 'server',
  saveTeam: 'server',
  deleteTeam: 'server',
  keepTeam: 'server',
  modes: 'viewer',

  settings: 'viewer',
  saveSettings: 'server',
  keys: 'server',
  saveKey: 'server',
  testKey: 'server',
  deleteKey: 'server',
  moveKeys: 'server',
  models: 'viewer',
  tools: 'viewer',
  // Starts MCP servers.
  testTool: 'member',
  tryServer: 'server',
  approveServer: 'server',

  workspaces: 'member',
  folders: 'member',
  repositories: 'member',
  worktrees: 'member',
  // Creates a folder next to the repository.
  createWorktree: 'server',
  trust: 'member',
  agentTrust: 'member',
  grantTrust: 'server',

  me: 'viewer',
  logout: 'viewer',
  // Only tells how long a login can still be confirmed.
  startConnect: 'anyone',
  connect: 'viewer',
  switchSpace: 'viewer',
  look: 'viewer',
  mentions: 'viewer',
  spaces: 'server',
  createSpace: 'server',
  updateSpace: 'admin',
  members: 'viewer',
  createMember: 'admin',
  setRole: 'admin',
  removeMember: 'admin',
  revokeTokens: 'admin',
  tokens: 'viewer',
  createToken: 'viewer',
  revokeToken: 'viewer',
  spaceKeys: 'admin',
  saveSpaceKey: 'admin',
  deleteSpaceKey: 'admin',
  budget: 'viewer',
  setBudget: 'admin',
  audit: 'admin',
} as const satisfies { readonly [Name in RouteName]: Permission }

/** Paths that are not part of the contract. */
const paths = {
  page: 'viewer',
  /** Other programs asking teams: MCP, A2A, the OpenAI dialect. */
  programs: 'member',
} as const satisfies { readonly [name: string]: Permission }

/** Everything that can be called. Anything missing here is refused for everybody. */
export const permissions: { readonly [action: string]: Permission } = { ...routes, ...paths }

/** The permission of an action, or undefined if there is no such action. */
export const permissionOf = (action: string): Permission | undefined =>
  Object.hasOwn(permissions, action) ? permissions[action] : undefined

/** Whether this caller may do this, regardless of whose session it is. Unknown actions are refused. */
export function may({ role, space }: Pick<SignedInCaller, 'role' | 'space'>, action: string): boolean {
  const needed = permissionOf(action)
  if (needed === undefined) return false
  if (needed === 'anyone') return true
  if (needed === 'server') return role === 'admin' && space === MAIN_SPACE
  return isRoleAtLeast(role, typeof needed === 'string' ? needed : needed.own)
}

/** Everything this caller may do, so a page can hide the rest. */
export const allowedActions = (caller: Pick<SignedInCaller, 'role' | 'space'>): readonly string[] =>
  Object.keys(permissions).filter((action) => may(caller, action))

/** Why a call is refused: the role is too low, or the session is somebody else's. */
export function refuseAction(caller: SignedInCaller, action: string, startedBy?: string): Refusal | undefined {
  const needed = permissionOf(action)
  if (!may(caller, action)) return tooLow(caller, needed)
  const isOwn = typeof needed !== 'object' || caller.role === 'admin' || startedBy === caller.person.id
  return isOwn ? undefined : notYours
}

const notYours: Refusal = {
  code: 'not_yours',
  message: 'Only the person who started this session, or an admin, can do this.',
}

function tooLow({ role }: SignedInCaller, needed: Permission | undefined): Refusal {
  const least = typeof needed === 'object' ? needed.own : needed
  if (least === undefined || least === 'anyone') return { code: 'role_too_low', message: 'Nobody can do this here.' }
  const who = least === 'server' ? `an admin of the space "${MAIN_SPACE}"` : `the role ${least} or higher`
  return { code: 'role_too_low', message: `This needs ${who}. Your role in this space is ${role}. Ask an admin.` }
}
